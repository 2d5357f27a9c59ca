import Foundation
import TestSupport
import Testing

/// The built program in separate terminals under tmux. The tests compare each character on the
/// screen.
@Suite(
  .serialized, .enabled(if: TerminalSession.tmuxPath != nil, "tmux is not installed"),
  .timeLimit(.minutes(30)))
struct ConsoleScreenTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func started(
    columns: Int = 80, _ arguments: [String] = ["--memory"], environment: [String: String] = [:],
    script: String = "PROGRAM", sign: String = "❯"
  ) async throws -> TerminalSession {
    let session = try TerminalSession(
      RetraceProcess.executable, columns: columns, rows: 30,
      environment: ["TZ": "UTC"].merging(environment) { $1 }, arguments: ["--no-rc"] + arguments,
      script: script, folder: folder)
    try await session.expect("A prompt appears") { $0.last?.contains(" \(sign)") == true }
    return session
  }

  /// Enters a line, and waits until the prompt shows a position at its right edge.
  private func enter(
    _ line: String, _ session: TerminalSession, until edge: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try session.type(line)
    try session.press("Enter")
    try await session.expect("“\(edge)” is at the edge", sourceLocation: sourceLocation) {
      guard let last = $0.last else { return false }
      return last.hasSuffix(edge) && !last.contains(line)
    }
  }

  /// Waits until the prompt is followed by a text, and the cursor is in a column after the prompt.
  private func expectTyped(
    _ text: String, cursor: Int, _ session: TerminalSession, sign: String = "❯",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await session.expect("“\(text)” is typed", sourceLocation: sourceLocation) {
      let last = $0.last ?? ""
      guard let line = last.split(separator: "\(sign) ", maxSplits: 1).last else { return false }
      let isTyped = line.hasPrefix(text) && line.dropFirst(text.count).first ?? " " == " "
      return isTyped ? try session.cursorColumn() == "memory \(sign) ".count + cursor : false
    }
  }

  @Test func `a tab is completed by its title, and a hint shows the arguments`() async throws {
    let session = try await started()
    try await enter("open a.example ; page title 日本語のページ", session, until: "日本語のページ 1/1")
    try await enter("open b.example ; page title Café", session, until: "Café 2/2")
    try session.type("tab 日")
    try session.press("Tab")
    try await expectTyped("tab 1", cursor: 6, session)
    try session.press("C-u")
    try session.type("tab ")
    try await expectTyped("tab [TAB]", cursor: 4, session)
    try session.press("Tab")
    try await session.expect("Both are listed") {
      $0.suffix(3).prefix(2) == ["1  日本語のページ — https://a.example/", "2  Café — https://b.example/"]
    }
    try session.press("C-u")
    try session.type("open --po")
    try session.press("Tab")
    try await expectTyped("open --position", cursor: 16, session)
  }

  @Test func `errors are red, and quoted text is green`() async throws {
    let session = try await started()
    try session.type("nonsense \"quoted\" ")
    try await session.expect("The line has its colours") { _ in
      try session.styledLastRow()?
        .contains("\u{1B}[31mnonsense\u{1B}[39m \u{1B}[32m\"quoted\"\u{1B}[39m") == true
    }
    try session.press("Enter")
    try await session.expect("The error is told") {
      $0.contains { $0.hasPrefix("Unknown command") }
    }
    let plain = try await started(environment: ["NO_COLOR": "1"])
    try plain.type("nonsense \"quoted\" ")
    try await expectTyped("nonsense \"quoted\"", cursor: 18, plain)
    #expect(try plain.styledLastRow()?.contains("[31m") == false)
  }

  @Test func `pasted lines wait for Enter, and then run as separate commands`() async throws {
    let session = try await started()
    try session.paste("open a.example\nopen b.example\nopen c.example\n")
    try await session.expectEnd(["open b.example", "open c.example"])
    #expect(try session.screen().allSatisfy { !$0.hasPrefix("opened") })
    try session.press("Enter")
    try await session.expect("All three ran") {
      $0.filter { $0.hasPrefix("opened tab") }.count == 3 && $0.last?.hasSuffix("3/3") == true
    }
  }

  @Test func `a line that is wider than the terminal is drawn completely at each width`()
    async throws
  {
    let session = try await started()
    let line = "memory ❯ open " + String(repeating: "0123456789", count: 9)
    try session.type(String(line.dropFirst("memory ❯ ".count)))
    for columns in [80, 40, 120] {
      try session.resize(columns: columns)
      let rows = stride(from: 0, to: line.count, by: columns).map {
        String(line.dropFirst($0).prefix(columns))
      }
      try await session.expect("The line has \(rows.count) rows") { screen in
        // Until the line is redrawn, the greeting is above it.
        let last = screen.suffix(rows.count)
        return last.count == rows.count && zip(last, rows).allSatisfy { $0.hasPrefix($1) }
          && (columns == 80 || screen.count == rows.count)
      }
      #expect(try session.cursorColumn() == line.count % columns)
    }
    try session.press("C-c")
    try await expectTyped("", cursor: 0, session)
  }

  @Test func `Control-C drops the line, Control-Z keeps it, Control-D restores the terminal`()
    async throws
  {
    let session = try await started(
      script:
        "set -m; PROGRAM; echo stopped; stty -a | grep -ow -e '-*icanon'; read go; fg >/dev/null")
    try session.type("dropped")
    try await expectTyped("dropped", cursor: 7, session)
    try session.press("C-c")
    try session.type("kept")
    try await expectTyped("kept", cursor: 4, session)
    try session.press("C-z")
    try await session.expectEnd(["stopped", "icanon"])
    try session.press("Enter")
    try await expectTyped("kept", cursor: 4, session)
    try session.press("C-u", "C-d")
    try await session.expectEnd(["exit=0", "icanon"])
  }

  @Test func `.editrc can enable vi mode`() async throws {
    try "retrace:bind -v\n".write(
      toFile: folder.path + "/.editrc", atomically: true, encoding: .utf8)
    let session = try await started()
    try session.type("open a.exampl")
    try session.press("Escape")
    try session.type("ccopen b.example")
    try await expectTyped("open b.example", cursor: 14, session)
    try session.press("Escape")
    try session.type("0wrB")
    try await expectTyped("open B.example", cursor: 5, session)
    try session.press("Enter")
    try await session.expect("The tab is open") { $0.contains("opened tab 1: https://b.example/") }
  }

  @Test func `wide characters, emoji and accents are typed, undone and stored`() async throws {
    let session = try await started()
    try session.type("mark 日本🚀é")
    try await expectTyped("mark 日本🚀é", cursor: 12, session)
    try session.press("Left", "Left")
    try await expectTyped("mark 日本🚀é", cursor: 9, session)
    try session.press("BSpace")
    try await expectTyped("mark 日🚀é", cursor: 7, session)
    try session.press("C-u")
    // The line contains a combining accent, and an emoji of three scalars.
    try await enter("open a.example ; page title 'e\u{301}t 👩‍🚀 x'", session, until: "1/1")
    try session.type("tabs x")
    try session.press("Enter")
    try await session.expect("The title is whole") {
      $0.contains("▸  1  #2  e\u{301}t 👩‍🚀 x — https://a.example/")
    }
  }

  @Test(arguments: [["LANG": "C"], ["TERM": "dumb"]])
  func `a limited terminal gets ASCII signs, and accepts and shows all letters`(
    environment: [String: String]
  ) async throws {
    let session = try await started(environment: environment, sign: ">")
    try await enter("open a.example ; page title Café日本", session, until: "Café日本 1/1")
    try await enter("tabs ; nonsense", session, until: "1/1")
    #expect(
      try session.screen().suffix(3).prefix(2) == [
        ">  1  #2  Café日本 - https://a.example/",
        "Unknown command \"nonsense\"; \"help\" lists the commands",
      ])
    try session.type("tab Ca")
    try session.press("Tab")
    try await expectTyped("tab 1", cursor: 6, session, sign: ">")
    try session.press("C-d", "C-u", "C-d")
    try await session.expectEnd(["exit=0", "icanon"])
  }

  @Test func `the prompt announces a proposal of a program immediately, and at the next start`()
    async throws
  {
    let session = try await started(["-p", folder.profile])
    try await enter("open one.example ; open two.example", session, until: "2/2")
    try session.type("half a line")
    for arguments in [
      ["branch", "work"], ["--branch", "work", "close", "1"],
      ["--branch", "work", "propose", "tidy", "--say", "Read."],
    ] {
      let run = try RetraceProcess.run(["-p", folder.profile, "--as", "tidier"] + arguments)
      #expect(run.status == 0, "\(run.errors)")
    }
    let notice = "tidier proposes tidy: 1 tab closed."
    try await session.expect("The notice is above the line") {
      $0.contains { $0.hasPrefix(notice) } && $0.last?.contains("❯ half a line ") == true
    }
    try session.press("C-u")
    let next = try await started(["-p", folder.profile])
    try await next.expect("The notice is above the first prompt") {
      $0.contains { $0.hasPrefix(notice) } && $0.last?.hasSuffix("2/2") == true
    }
    try next.type("approve tidy")
    try next.press("Enter")
    try await next.expect("The question has a summary") {
      $0.contains { $0.contains("Approve “tidy” by tidier: 1 tab closed?") }
    }
    try next.type("y")
    try next.press("Enter")
    try await next.expect("The tab is closed") { $0.last?.hasSuffix("1/1") == true }
    try await session.expect("The first console follows") { $0.last?.hasSuffix("1/1") == true }
    let screen = try session.screen()
    #expect(screen.count { $0.hasPrefix(notice) } == 1)
  }

  @Test func `two consoles on one profile show each other's changes immediately`() async throws {
    let first = try await started(["-p", folder.profile])
    let second = try await started(["-p", folder.profile])
    try await enter("open one.example", first, until: "1/1")
    try await second.expect("The second shows it above its prompt") {
      $0.contains { $0.hasPrefix("elsewhere: ") && $0.contains("https://one.example/") }
        && $0.last?.hasSuffix("1/1") == true
    }
    try first.type("half a line")
    try await enter("open two.example", second, until: "2/2")
    try await first.expect("The first does above its line") {
      $0.contains { $0.hasPrefix("elsewhere: ") && $0.contains("https://two.example/") }
        && $0.last?.contains("❯ half a line ") == true && $0.last?.hasSuffix("2/2") == true
    }
    try first.press("C-u")
    try await enter("close 1", first, until: "1/1")
    try await second.expect("The position follows") { $0.last?.hasSuffix("1/1") == true }
  }
}
