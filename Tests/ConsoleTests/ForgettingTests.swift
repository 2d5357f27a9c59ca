import Foundation
import TestSupport
import Testing

@testable import Console

/// `forget` and `compact` as a person meets them.
@Suite struct ForgettingTests {
  private func scene() throws -> Shell {
    var shell = try memoryShell(minutesPerAction: 1)
    for line in [
      "open kept.example", "go www.secret.example/a", "page title 'Secret A'",
      "bookmark --title 'Secret mark'", "zoom 150", "go secret.example/b", "open secret.example/a",
      "close",
    ] {
      try shell.run(line)
    }
    shell.presentation.assumesYes = true
    return shell
  }

  @Test func `a site is forgotten and every list knows nothing of it`() throws {
    var shell = try scene()
    #expect(
      try shell.run("forget --site secret.example --dry-run")
        == "This would forget 3 pages, 1 bookmark and the zoom of 1 site, in 6 events.\n")
    #expect(try shell.run("visits secret").contains("secret.example"))
    #expect(
      try shell.run("forget --site secret.example")
        == "Forgot 3 pages, 1 bookmark and the zoom of 1 site, in 6 events.\n")
    for command in [
      "tabs", "history", "visits", "trail", "closed", "bookmarks", "zoom sites", "log --limit 99",
      "state", "address",
    ] {
      let text = try shell.run(command).lowercased()
      #expect(!text.contains("secret"), "\(command)")
    }
    #expect(try shell.run("history") == "▸  0  https://kept.example/\n")
    #expect(try shell.run("closed") == "The list of what was closed is empty.\n")
    #expect(try shell.run("bookmarks") == "There are no bookmarks.\n")
    #expect(try shell.run("zoom sites") == "No site has a zoom of its own.\n")
    #expect(try shell.run("back").contains("beginning of its history"))
    #expect(try shell.run("stats").contains(/events forgotten +6\n/))
    #expect(
      try shell.run("forget --site secret.example") == "There is nothing of it in the profile.\n")
  }

  @Test func `the log keeps the places and says that they were forgotten`() throws {
    var shell = try scene()
    let before = try shell.run("log --limit 99").split(separator: "\n").count
    try shell.run("forget --site secret.example")
    let lines = try shell.run("log --limit 99").split(separator: "\n")
    #expect(lines.count == before + 4)
    #expect(lines.filter { $0.contains("forgotten") }.count == 7)
    shell.presentation.printsJSON = true
    let marks = try shell.run("log --limit 99").matches(of: /"forgotten":true/)
    #expect(marks.count == 6)
  }

  @Test func `what was forgotten cannot be undone`() throws {
    var shell = try scene()
    try shell.run("forget --all")
    let log = try shell.run("log --limit 99").split(separator: "\n")
    let line = try #require(log.first { $0.contains("time.forgotten") })
    let number = try #require(line.firstMatch(of: /#\d+/)).output
    #expect(try shell.run("undo \(number)").contains("cannot be undone"))
    for _ in 0..<20 { try shell.run("undo") }
    #expect(try !shell.run("log --limit 99").lowercased().contains("example"))
  }

  @Test func `a span, a tab and a page are forgotten alone`() throws {
    var shell = try scene()
    #expect(try shell.run("forget --between start 3").contains("Forgot 2 pages"))
    shell = try scene()
    #expect(try shell.run("forget --tab #2").contains("Forgot 3 pages"))
    #expect(try shell.run("tabs").contains("Start page"))
    #expect(try shell.run("history #2") == "Nothing is left in the history of this tab.\n")
    shell = try scene()
    #expect(try shell.run("forget https://www.secret.example/a").contains("Forgot 1 page"))
    #expect(try shell.run("visits").contains("https://secret.example/b"))
  }

  @Test func `it has to be said what to forget`() throws {
    var shell = try scene()
    for line in ["forget", "forget a.example --all"] {
      #expect(try shell.run(line).hasPrefix("Say what to forget"), "\(line)")
    }
    #expect(try shell.run("forget --site 'no host'").contains("is no host"))
    #expect(try shell.run("forget --tab #-3").contains("private window"))
  }

  @Test func `counts are JSON`() throws {
    var shell = try scene()
    shell.presentation.printsJSON = true
    let text = try shell.run("forget --site secret.example --dry-run")
    #expect(
      text.contains(
        #""forgotten":{"events":6,"pages":3,"bookmarks":1,"sites":1,"unknown":0,"damaged":0}"#))
    #expect(text.contains(#""dryRun":true"#))
  }

  // MARK: The program

  @Test func `without a terminal it has to be confirmed beforehand`() throws {
    let folder = try TemporaryFolder()
    let profile = ["--profile", folder.profile]
    _ = try RetraceProcess.run(profile + ["open", "secret.example"])
    let refused = try RetraceProcess.run(profile + ["forget", "--all"])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("add --yes"))
    #expect(try !Sentinel("secret.example").found(in: folder.path).isEmpty)
    let done = try RetraceProcess.run(profile + ["--yes", "forget", "--all"])
    #expect(done.status == 0)
    #expect(try Sentinel("secret").found(in: folder.path) == [])
  }

  @Test func `lines about it leave the line history`() throws {
    let folder = try TemporaryFolder()
    let profile = ["--profile", folder.profile]
    let state = folder.path + "/state"
    try FileManager.default.createDirectory(
      atPath: state + "/retrace", withIntermediateDirectories: true)
    let history = URL(filePath: state + "/retrace/history")
    let lines = [
      "open\\040qzkxj.example/a", "visits\\040rust", "go\\040'learn\\040qzk\\040words'", "tabs",
      "go\\040http://www.qzkxj.example/b", "go\\040other.example",
    ]
    try Data(("_HiStOrY_V2_\n" + lines.joined(separator: "\n") + "\n").utf8).write(to: history)
    for line in ["open qzkxj.example/a", "go http://www.qzkxj.example/b", "go other.example"] {
      _ = try RetraceProcess.run(profile + ["-c", line])
    }
    let done = try RetraceProcess.run(
      profile + ["forget", "--site", "qzkxj.example", "--yes"],
      environment: ["XDG_STATE_HOME": state])
    #expect(done.status == 0)
    #expect(try Sentinel("qzkxj").found(in: folder.path) == [])
    let kept = try String(contentsOf: history, encoding: .utf8)
    #expect(
      kept == "_HiStOrY_V2_\n" + [lines[1], lines[2], lines[3], lines[5]].joined(separator: "\n")
        + "\n")
  }

  @Test func `compact says how large the file was and is`() throws {
    let folder = try TemporaryFolder()
    let profile = ["--profile", folder.profile]
    let script = (0..<200).map { "open http://a.example/\($0)\n" }.joined()
    _ = try RetraceProcess.run(profile, input: script)
    let run = try RetraceProcess.run(profile + ["--json", "compact"])
    let match = try #require(
      run.output.wholeMatch(of: /\{"bytesBefore":(\d+),"bytesAfter":(\d+)\}\n/))
    #expect(try #require(Int(match.1)) > #require(Int(match.2)))
    let tabs = try RetraceProcess.run(profile + ["tabs"])
    #expect(tabs.output.split(separator: "\n").count == 200)
    #expect(try RetraceProcess.run(["--memory", "compact"]).status == 0)
  }

  @Test func `nothing of a private window is in any file`() throws {
    let folder = try TemporaryFolder()
    let state = folder.path + "/state"
    let script = """
      open kept.example
      window new --private
      open qzkxj.example/a
      page title 'qzkxj title'
      go qzkxj words
      close
      """
    let run = try RetraceProcess.run(
      ["--profile", folder.profile], input: script, environment: ["XDG_STATE_HOME": state])
    #expect(run.status == 0)
    #expect(try Sentinel("qzkxj").found(in: folder.path) == [])
  }
}
