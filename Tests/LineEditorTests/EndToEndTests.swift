import Foundation
import TestSupport
import Testing

/// The prompt of the demo, up to the cursor.
private let prompt = "❯ demo> "

/// A line as shown by the demo, with the number at the right edge of a screen of 60 columns.
private func row(_ text: String, number: Int = 0) -> String {
  let left = prompt + text
  let width = left.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
  return left + String(repeating: " ", count: 56 - width) + "#\(number)"
}

/// Each test controls the demo in tmux, like a person.
@Suite(
  .serialized, .enabled(if: TerminalSession.tmuxPath != nil, "tmux is not installed"),
  .timeLimit(.minutes(30)))
struct EndToEndTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func started(
    columns: Int = 60, rows: Int = 20, environment: [String: String] = [:],
    arguments: [String] = [], script: String = "PROGRAM"
  ) async throws -> TerminalSession {
    let session = try TerminalSession(
      URL.builtProgram("LineEditorDemo"), columns: columns, rows: rows, environment: environment,
      arguments: arguments,
      script: script, folder: folder)
    try await session.expect("A prompt appears") { $0.last?.contains("demo>") == true }
    return session
  }

  @Test func `hints are shown, and accepted if possible`() async throws {
    let session = try await started()
    try session.type("boo")
    try await session.expectLast(row("bookmark"))
    #expect(try session.cursorColumn() == 11)
    try session.press("Left")
    try await session.expectLast(row("boo"))
    try session.press("Right", "Right")
    try await session.expectLast(row("bookmark"))
    #expect(try session.cursorColumn() == 16)
    try session.press("C-u")
    try session.type("open ")
    try await session.expectLast(row("open ADDRESS"))
    try session.press("C-e", "Right")
    try session.type("x")
    try await session.expectLast(row("open x"))
    try session.press("Enter")
    try await session.expectEnd([row("open x"), "<open x>", row("", number: 1)])
  }

  @Test func `unbound keys do nothing`() async throws {
    let session = try await started()
    try session.type("a")
    try session.press("F5", "F1", "F12", "M-Up", "S-F3", "IC", "M-[", "M-O", "M-é", "C-Up")
    try session.type("b")
    try await session.expectLast(row("ab"))
    try session.press("M-Left")
    try session.type("x")
    try await session.expectLast(row("xab"))
    try session.press("M-Right")
    try session.type("y")
    try await session.expectLast(row("xaby"))
  }

  @Test func `a hint is inserted word by word`() async throws {
    let session = try await started()
    try session.type("words of old")
    try session.press("Enter")
    try await session.expectLast(row("", number: 1))
    try session.type("w")
    try await session.expectLast(row("words of old", number: 1))
    try session.press("C-Right")
    #expect(try session.cursorColumn() == 13)
    try session.press("M-Right", "Enter")
    try await session.expectEnd(["<words of>", row("", number: 2)])
  }

  @Test func `a line is edited in another program, and Enter runs it`() async throws {
    let editor = folder.url.appending(path: "editor")
    try Data("#!/bin/sh\nsed -i 's/$/ edited/' \"$2\"\n".utf8).write(to: editor)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: editor.path)
    let session = try await started(environment: ["VISUAL": "\(editor.path) --wait"])
    try session.type("open x")
    try session.press("C-x", "C-e")
    try await session.expectLast(row("open x edited"))
    try session.press("C-_")
    try await session.expectLast(row("open x"))
    try session.type("y")
    try session.press("Enter")
    try await session.expectEnd(["<open xy>", row("", number: 1)])
  }

  @Test func `a line is unchanged if its editor fails`() async throws {
    let session = try await started(environment: ["VISUAL": "", "EDITOR": "false"])
    try session.type("open x")
    try session.press("C-x", "C-e")
    try session.type("y")
    try session.press("Enter")
    try await session.expectEnd(["<open xy>", row("", number: 1)])
  }

  @Test func `the newest line with the same beginning is a hint`() async throws {
    let session = try await started(arguments: [folder.path + "/history"])
    for (number, line) in ["words of old", "words of late", "wrong"].enumerated() {
      try session.type(line)
      try session.press("Enter")
      try await session.expectLast(row("", number: number + 1))
    }
    try session.type("w")
    try await session.expectLast(row("words of late", number: 3))
    try session.press("C-e")
    try session.type("r")
    try session.press("Enter")
    try await session.expectEnd(["<words of later>", row("", number: 4)])
    // A search begins at the newest line, regardless of the position of the hint.
    try session.type("words of o")
    try await session.expectLast(row("words of old", number: 4))
    try session.press("C-u", "Up")
    try await session.expectLast(row("words of later", number: 4))
  }

  /// Waits until the last row has a text with these styles. `R` begins red, and `P` ends it.
  private func expectStyled(
    _ session: TerminalSession, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let wanted = text.replacing("R", with: "\u{1B}[31m").replacing("P", with: "\u{1B}[39m")
    try await session.expect("The last row has \(text)", sourceLocation: sourceLocation) { _ in
      try session.styledLastRow()?.contains(wanted) == true
    }
  }

  @Test func `parts of a line have styles, regardless of the cursor's position`() async throws {
    let session = try await started(columns: 20)
    try session.type("ab wron")
    try await session.expectLast(prompt + "ab wron #0")
    try session.type("g")
    try await expectStyled(session, "ab RwrongP")
    try session.press("C-a")
    try session.type("日")
    try await expectStyled(session, "日ab R")
    try session.press("C-e", "BSpace")
    try await expectStyled(session, "日ab wron")
    #expect(try session.styledLastRow()?.contains("\u{1B}[31m") == false)
    try session.type("g 日日wrong")
    try await session.expectEnd([prompt + "日ab wrong", "日日wrong"])
    try await expectStyled(session, "日日Rwrong")
    #expect(try session.cursorColumn() == 9)
  }

  @Test func `a line that is inserted at once has its styles too`() async throws {
    let session = try await started()
    try session.type("it is wrong\r")
    try await session.expectEnd(["<it is wrong>", row("", number: 1)])
    try session.press("C-l")
    try session.press("Up")
    try await expectStyled(session, "it is RwrongP")
    try session.press("C-r")
    try session.type("is")
    try await session.expectEnd([
      prompt + "it is wrong",
      "bck:is  searches earlier lines: Ctrl-R an older one, Enter…",
    ])
    try session.type("x")
    try await session.expectEnd([
      prompt + "it is wrong", "bck?isx  no such line: Backspace goes back",
    ])
    try session.press("C-h")
    try await session.expect("The search goes on") {
      $0.last?.hasPrefix("bck:is  searches") == true
    }
    try session.press("Escape")
    try await session.expectLast(row("it is wrong", number: 1))
  }

  @Test func `the completion key inserts, extends or lists`() async throws {
    let session = try await started()
    try session.type("det")
    try session.press("Tab")
    try await session.expectLast(row("det"))
    try session.press("C-u")
    try session.type("dé")
    try session.press("Tab")
    try session.type("日")
    try session.press("Tab")
    try await session.expectLast(row("détente 日本"))
    try session.press("Tab")
    try await session.expectEnd([
      row("détente 日本"), "日本語  日本人", row("détente 日本"),
    ])
    #expect(try session.cursorColumn() == 20)
    try session.press("C-u")
    try session.type("o")
    try session.press("Tab")
    try await session.expectEnd(["open   a new tab", "other", "over", row("o")])
  }

  @Test func `Control-C drops the line, and Control-D exits`() async throws {
    let session = try await started()
    try session.type("dropped")
    // When Control-C is pressed, the terminal discards input that has not been read yet.
    try await session.expectLast(row("dropped"))
    try session.press("C-c")
    try await session.expectEnd([
      row("dropped^C"), row(""),
    ])
    try session.press("C-c", "C-d")
    try await session.expectEnd([row("^C"), row("^D"), "bye", "exit=0", "icanon"])
  }

  @Test func `Control-C interrupts work but not the program`() async throws {
    let session = try await started()
    try session.type("work")
    try session.press("Enter")
    try await session.expectLast("working")
    try session.press("C-c")
    try await session.expectEnd(["^Cwork was interrupted", row("", number: 1)])
    try session.type("work")
    try session.press("Enter")
    try await session.expectLast("working")
  }

  @Test(arguments: ["TERM", "HUP"])
  func `a termination signal restores the terminal`(signal: String) async throws {
    let session = try await started(script: "(sh -c 'echo $$; exec PROGRAM')")
    let pid = try #require(try session.screen().compactMap { Int32($0) }.first)
    try session.type("half a line")
    try await session.expectLast(row("half a line"))
    kill(pid, signal == "TERM" ? SIGTERM : SIGHUP)
    try await session.expectEnd([row("half a line"), "bye", "exit=0", "icanon"])
  }

  @Test func `the terminal is restored when the program exits while a key is handled`() async throws
  {
    let session = try await started()
    try session.type("exit")
    try session.press("Tab")
    try await session.expect("The terminal is as before") {
      Array($0.suffix(1)) == ["icanon"] && $0.contains { $0.contains("exit=7") }
    }
  }

  @Test func `messages appear above a line that is being typed`() async throws {
    let file = folder.path + "/news"
    let session = try await started(columns: 40, arguments: ["-", file])
    let text = String(repeating: "0123456789", count: 6)
    try session.type("post")
    try session.press("Enter")
    // While no line is being read, the terminal itself shows typed text.
    try await session.expect("A line is read again") { $0.last?.hasSuffix("#1") == true }
    try session.type(text)
    try await session.expectEnd([
      "<post>", "posted by a thread", prompt + text.prefix(32), String(text.suffix(28)),
    ])
    try session.press("C-a")
    try Data().write(to: URL(fileURLWithPath: file))
    try await session.expectEnd([
      "posted by a thread", "news came", prompt + text.prefix(32), String(text.suffix(28)),
    ])
    try session.type("x")
    try await session.expectEnd([prompt + "x" + text.prefix(31), String(text.suffix(29))])
  }

  @Test func `a resized screen is redrawn`() async throws {
    let session = try await started()
    let text = String(repeating: "0123456789", count: 7)
    try session.type(text)
    for columns in [40, 100, 30] {
      try session.resize(columns: columns)
      let whole = prompt + text
      let rows = stride(from: 0, to: whole.count, by: columns).map {
        String(whole.dropFirst($0).prefix(columns))
      }
      try await session.expect("Only the line is there") { screen in
        // With 100 columns, there is enough space for the right prompt.
        screen.count == rows.count && zip(screen, rows).allSatisfy { $0.hasPrefix($1) }
      }
      #expect(try session.cursorColumn() == (prompt.count + text.count) % columns)
    }
  }

  @Test func `a pasted text preserves its newlines and is not run before Enter`() async throws {
    let session = try await started()
    try session.paste("open a\r\n  wrong\t2\nquit\n")
    try await session.expectEnd([prompt + "open a", "  wrong 2", "quit"])
    try session.press("C-_")
    try await session.expectLast(row(""))
    try session.paste("a\nb\n")
    try session.press("Enter")
    try await session.expectEnd(["<a", "b>", row("", number: 1)])
    try session.press("Up")
    try await session.expectEnd([prompt + "a", "b"])
    try session.press("C-u")
    let long = (0..<10_000).map { "word\($0 % 10) ñ日 " }.joined()
    try session.paste(long)
    try session.press("Enter")
    try await session.expectEnd(["<\(long.unicodeScalars.count) characters>", row("", number: 2)])
  }

  @Test func `unusual bytes are harmless`() async throws {
    let session = try await started()
    try session.send(bytes: [0x61, 0xFF, 0xC3, 0x62, 0xE6, 0x97, 0x63, 0x80, 0x00, 0xC3, 0xA9])
    try await session.expectLast(row("abcé"))
    try session.press("C-v", "C-@", "C-a")
    try session.send(bytes: [0xF0, 0x9F])
    try session.press("Enter")
    try await session.expectEnd(["<abcé>", row("", number: 1)])
  }

  @Test func `Control-Z stops the program, and it continues with its line`() async throws {
    let session = try await started(
      script:
        "set -m; PROGRAM; echo stopped; stty -a | grep -ow -e '-*icanon'; read go; fg >/dev/null"
    )
    try session.type("kept line")
    try await session.expectLast(row("kept line"))
    try session.press("C-z")
    try await session.expect("The shell is back") {
      Array($0.suffix(2)) == ["stopped", "icanon"]
    }
    try session.press("Enter")
    try await session.expectLast(row("kept line"))
    try session.type("!")
    try session.press("Enter")
    try await session.expectEnd(["<kept line!>", row("", number: 1)])
    try session.press("C-d")
    try await session.expectEnd(["bye", "exit=0", "icanon"])
  }

  @Test func `programs that run at the same time share their lines`() async throws {
    let file = folder.path + "/state/demo/history"
    let first = try await started(arguments: [file])
    let second = try await started(arguments: [file])
    for line in ["open one", "secret", "open two"] {
      try first.type(line)
      try first.press("Enter")
      try await first.expect("The line was read") { $0.contains("<\(line)>") }
    }
    try second.press("Enter")
    try await second.expectLast(row("", number: 1))
    try second.press("Up")
    try await second.expectLast(row("open two", number: 1))
    try second.press("C-u")
    try second.type("forget")
    try second.press("Enter")
    try await second.expectEnd(["forgot 1", row("", number: 2)])
    try first.press("Enter")
    try await first.expectLast(row("", number: 4))
    try first.press("C-r")
    try first.type("secr")
    try await first.expect("The search fails") { $0.last?.contains("?") == true }
    try first.press("C-c")
    try await first.expectLast(row("", number: 4))
    try first.type("open o")
    try first.press("Up")
    try await first.expectLast(row("open one", number: 4))
  }

  @Test func `a file that is not a history is not changed`() async throws {
    let file = folder.path + "/history"
    try "my notes\n".write(toFile: file, atomically: true, encoding: .utf8)
    let session = try await started(columns: 200, arguments: [file])
    try session.type("open one")
    try session.press("Enter")
    try session.type("status")
    try session.press("Enter")
    try await session.expect("The problem is told") {
      $0.contains { $0.hasPrefix("problem: cannot keep lines") }
    }
    try session.type("op")
    try session.press("Up")
    try await session.expect("The line is found again") {
      $0.last?.hasPrefix(prompt + "open one") == true
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "my notes\n")
  }

  @Test(arguments: [
    ["LANG": "C"], ["LANG": "xx_YY.ISO-8859-1"], ["LC_CTYPE": "POSIX"],
  ])
  func `all characters can be typed and shown in any locale`(environment: [String: String])
    async throws
  {
    let session = try await started(environment: environment)
    try session.type("dét日本")
    try await session.expectLast(row("dét日本"))
    try session.press("Enter")
    try await session.expectEnd(["<dét日本>", row("", number: 1)])
  }

  @Test func `without any Unicode locale nothing crashes`() async throws {
    let session = try await started(environment: ["LOCPATH": folder.path, "LANG": "C"])
    try session.type("aéb")
    try session.press("Enter")
    try await session.expect("The line is read") {
      $0.contains { $0.hasPrefix("<a") && $0.hasSuffix("b>") }
    }
  }

  @Test func `a dumb terminal shows neither hints nor escape sequences`() async throws {
    let session = try await started(environment: ["TERM": "dumb"], arguments: [])
    try session.type("boo")
    try session.press("C-e", "Tab")
    try session.press("Enter")
    try await session.expect("The line is read") { $0.contains("<bookmark >") }
    #expect(try session.screen().allSatisfy { !$0.contains("2004") })
    try session.press("C-d")
    try await session.expectEnd(["bye", "exit=0", "icanon"])
  }

  @Test func `.editrc is honoured`() async throws {
    try "demo:bind -v\ndemo:bind ^T ed-move-to-beg\n"
      .write(toFile: folder.path + "/.editrc", atomically: true, encoding: .utf8)
    let session = try await started()
    try session.type("ac")
    try session.press("C-t")
    try session.type("b")
    try await session.expectLast(row("bac"))
    try session.press("Escape")
    try session.type("x")
    try await session.expectLast(row("ac"))
    try session.type("A")
    try session.press("Space")
    try session.type("boo")
    try session.press("Tab", "Enter")
    try await session.expectEnd(["<ac bookmark >", row("", number: 1)])
  }

  @Test func `a search adds no undo steps of its own`() async throws {
    let session = try await started()
    try session.type("open one")
    try session.press("Enter")
    try await session.expectLast(row("", number: 1))
    try session.press("a", "C-r", "o", "p")
    try await session.expect("The search is shown") {
      $0.last?.hasPrefix("bck:op  searches earlier lines: Ctrl-R") == true
    }
    try session.press("C-e")
    try await session.expectLast(row("open one", number: 1))
    try session.press("C-_")
    try await session.expectLast(row("a", number: 1))
    try session.press("C-_", "Enter")
    try await session.expectEnd([row("", number: 1), row("", number: 2)])
  }

  @Test func `Control-underscore undoes changes`() async throws {
    let session = try await started()
    for key in ["a", "b", "Space", "c", "C-w"] { try session.press(key) }
    try await session.expectLast(row("ab"))
    try session.press("C-_")
    try await session.expectLast(row("ab c"))
    try session.press("C-_")
    try await session.expect("The last word is gone") { $0.last != row("ab c") }
  }
}
