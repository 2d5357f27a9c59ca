import Foundation
import TestSupport
import Testing

@testable import Catalogue

/// `forget` and `compact` on the command line.
@Suite struct ForgettingTests {
  private func scene() throws -> CommandContext {
    var context = try memoryShell(minutesPerAction: 1)
    for line in [
      "open kept.example", "go www.secret.example/a", "page title 'Secret A'",
      "bookmark --title 'Secret mark'", "zoom 150", "go secret.example/b", "open secret.example/a",
      "close",
    ] {
      try context.run(line)
    }
    context.presentation.assumesYes = true
    return context
  }

  @Test func `a forgotten site appears in no list`() throws {
    var context = try scene()
    #expect(
      try context.run("forget --site secret.example --dry-run").hasPrefix(
        "This would forget 3 pages, 1 bookmark, the zoom of 1 site and 3 typed or searched texts, "
          + "in 6 events.\n"
      ))
    #expect(try context.run("visits secret").contains("secret.example"))
    #expect(
      try context.run("forget --site secret.example")
        == "Forgot 3 pages, 1 bookmark, the zoom of 1 site and 3 typed or searched texts, in 6 "
        + "events.\n1 open tab now shows another page of its history: tab 1.\n1 closed tab can "
        + "no longer be reopened.\n")
    for command in [
      "tabs", "history", "visits", "trail", "closed", "bookmarks", "zoom sites", "log --limit 99",
      "state", "address",
    ] {
      let text = try context.run(command).lowercased()
      #expect(!text.contains("secret"), "\(command)")
    }
    #expect(try context.run("history") == "▸  0  https://kept.example/\n")
    #expect(try context.run("closed") == "No closed tabs or windows.\n")
    #expect(try context.run("bookmarks") == "There are no bookmarks.\n")
    #expect(try context.run("zoom sites") == "No site has its own zoom.\n")
    #expect(try context.run("back").contains("beginning of its history"))
    #expect(try context.run("stats").contains(/events forgotten +6\n/))
    #expect(
      try context.run("forget --site secret.example") == "Nothing to forget: the profile contains "
        + "nothing that matches.\n")
  }

  @Test func `the log retains the events and marks them as forgotten`() throws {
    var context = try scene()
    let before = try context.run("log --limit 99").split(separator: "\n").count
    try context.run("forget --site secret.example")
    let lines = try context.run("log --limit 99").split(separator: "\n")
    #expect(lines.count == before + 4)
    #expect(lines.filter { $0.contains("forgotten") }.count == 6)
    context.presentation.printsJSON = true
    let marks = try context.run("log --limit 99").matches(of: /"forgotten":true/)
    #expect(marks.count == 6)
  }

  @Test func `the answer names the forgotten and the remaining pages of a tab`() throws {
    var context = try memoryShell(minutesPerAction: 1)
    context.presentation.assumesYes = true
    for line in [
      "open other.example", "open page.example/a", "page title 'Page A'",
      "bookmark --title 'My mark' --note 'My note'", "zoom 150", "open page.example/a#top", "tab 2",
    ] {
      try context.run(line)
    }
    let stay = """
      ; “forget URL” or “forget --site HOST” removes them:
      visit     https://page.example/a#top
      bookmark  https://page.example/a
      zoom      page.example

      """
    let preview = try context.run("forget --tab 2 --dry-run")
    #expect(
      preview.hasPrefix(
        "This would forget 1 page and 1 typed or searched text, in 2 events.\n1 open tab would "
          + "show the start page: tab 2.\n"
      ))
    #expect(preview.hasSuffix("These would be kept" + stay), "\(preview)")
    let before = try context.run("tabs")
    #expect(before.contains("page.example"))
    #expect(
      try context.run("forget --tab 2")
        == "Forgot 1 page and 1 typed or searched text, in 2 events.\n1 open tab now shows the "
        + "start page: tab 2.\nThese were kept"
        + stay)
    #expect(try context.run("bookmarks").contains("My mark"))
    #expect(try context.run("zoom sites").contains("page.example"))
  }

  @Test func `forgetting a time span reports what remains outside it`() throws {
    var context = try memoryShell(minutesPerAction: 1)
    context.presentation.assumesYes = true
    context.presentation.printsJSON = true
    for line in ["open a.example", "bookmark", "mark here", "go a.example/b", "go a.example"] {
      try context.run(line)
    }
    let answer = try context.run("forget --between here now")
    #expect(
      answer.contains(
        #""remaining":[{"kind":"page","text":"https://a.example/","events":1},"#
          + #"{"kind":"bookmark","text":"https://a.example/","events":1}]"#), "\(answer)")
    #expect(answer.contains(#""otherPage":[2]"#), "\(answer)")
  }

  @Test func `a forgotten tab leaves the window that closed with it`() throws {
    var context = try memoryShell(minutesPerAction: 1)
    context.presentation.assumesYes = true
    for line in [
      "open a.example", "window new", "go example.com", "open mozilla.org", "window close",
    ] {
      try context.run(line)
    }
    #expect(
      try context.run("forget --site mozilla.org")
        == "Forgot 1 page and 1 typed or searched text, in 1 event.\n1 closed tab can no longer be "
        + "reopened.\n"
    )
    let closed = try context.run("closed")
    #expect(closed.contains("https://example.com/") && !closed.contains("2 tabs"), "\(closed)")
    context.presentation.printsJSON = true
    #expect(try context.run("closed").matches(of: /"pinned"/).count == 1)
    #expect(try context.run("state").matches(of: /"closed":\[\{[^\]]*"pinned"/).count == 1)
    context.presentation.printsJSON = false
    #expect(try context.run("reopen").contains("https://example.com/"))
    #expect(try !context.run("tabs").contains("Start page"))
  }

  @Test func `an open tab that has lost all pages is reported to show the start page`() throws {
    var context = try memoryShell(minutesPerAction: 1)
    context.presentation.assumesYes = true
    for line in ["open kept.example", "open gone.example", "open gone.example/b"] {
      try context.run(line)
    }
    let answer = try context.run("forget --site gone.example")
    #expect(answer.contains("2 open tabs now show the start page: tabs 2 and 3.\n"), "\(answer)")
  }

  @Test func `a page to forget cannot be named by words`() throws {
    var context = try scene()
    #expect(
      try context.run("forget secret --yes")
        == "“secret” is not a URL; --site HOST forgets all pages of a site, and “find secret” "
        + "lists pages."
    )
  }

  @Test func `forgetting cannot be undone`() throws {
    var context = try scene()
    try context.run("forget --all")
    let log = try context.run("log --limit 99").split(separator: "\n")
    let line = try #require(log.first { $0.contains("forgot pages") })
    let number = try #require(line.firstMatch(of: /#\d+/)).output
    #expect(try context.run("undo \(number)").contains("cannot be undone"))
    for _ in 0..<20 { try context.run("undo") }
    #expect(try !context.run("log --limit 99").lowercased().contains("example"))
  }

  @Test func `a time range, a tab or a single page can be forgotten`() throws {
    var context = try scene()
    #expect(try context.run("forget --between start 3").contains("Forgot 2 pages"))
    context = try scene()
    #expect(try context.run("forget --tab #2").contains("Forgot 3 pages"))
    #expect(try context.run("tabs").contains("Start page"))
    #expect(try context.run("history #2") == "The history of this tab is empty.\n")
    context = try scene()
    #expect(try context.run("forget https://www.secret.example/a").contains("Forgot 1 page"))
    #expect(try context.run("visits").contains("https://secret.example/b"))
  }

  @Test func `a single page is forgotten, and the answer names it`() throws {
    var context = try memoryShell()
    context.presentation.assumesYes = true
    for url in ["", "#top", "a", "b"] { try context.run("open https://example.com/\(url)") }
    #expect(
      try context.run("forget https://example.com")
        == "Forgot 2 pages, in 2 events (https://example.com/ with all its #fragments).\n"
        + "2 open tabs now show the start page: tabs 1 and 2.\n")
    #expect(try context.run("visits").split(separator: "\n").count == 2)
    #expect(
      try context.run("forget --under https://example.com/?q").contains("Omit the ? from the URL"))
    #expect(try context.run("forget --under example.com/a").contains("Forgot 1 page,"))
    #expect(try context.run("visits").contains("https://example.com/b"))
    #expect(try context.run("forget --under example.com").contains("Forgot 1 page,"))
  }

  @Test func `a dry run lists the data to forget`() throws {
    var context = try scene()
    try context.run("open 'https://kept.example/?u=https%3A%2F%2Fsecret.example%2Fb'")
    try context.run("page title 'About secret.example'")
    let words = try context.run("forget --site secret.example --dry-run")
      .split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    for line in [
      "page https://www.secret.example/a", "page https://secret.example/b",
      "page https://secret.example/a", "bookmark https://www.secret.example/a",
      "zoom www.secret.example", "title Secret A",
      "address https://kept.example/?u=https%3A%2F%2Fsecret.example%2Fb",
    ] {
      #expect(words.filter { $0 == line }.count == 1, "\(line) in \(words)")
    }
    let mention = try #require(words.firstIndex { $0.contains("--mentions") })
    #expect(words[(mention + 1)...] == ["title About secret.example"])
    for number in 0..<30 { try context.run("open secret.example/\(number)") }
    #expect(try !context.run("forget --site secret.example --dry-run").contains("more"))
    context.presentation.columns = 100
    let bounded = try context.run("forget --site secret.example --dry-run")
    #expect(bounded.contains("more; --json lists all"))
    #expect(bounded.split(separator: "\n").count < 30)
  }

  @Test func `mentions need a site`() throws {
    var context = try scene()
    #expect(try context.run("forget --all --mentions").contains("requires --site HOST"))
    try context.run("page title 'of secret.example' --tab 1")
    try context.run("open kept.example/2")
    try context.run("page title 'of secret.example'")
    #expect(try context.run("forget --site secret.example").contains("still mentioned"))
    #expect(try !context.run("forget --site secret.example --mentions").contains("still mentioned"))
    #expect(try !context.run("state").contains("secret.example"))
  }

  @Test func `a forget command requires a scope`() throws {
    var context = try scene()
    for line in ["forget", "forget a.example --all"] {
      #expect(try context.run(line).hasPrefix("Specify what to forget"), "\(line)")
    }
    #expect(try context.run("forget --site 'no host'").contains("is not a host"))
    #expect(try context.run("forget --tab #-3").contains("Private windows are not stored"))
  }

  @Test func `JSON contains the counts`() throws {
    var context = try scene()
    context.presentation.printsJSON = true
    let text = try context.run("forget --site secret.example --dry-run")
    #expect(
      text.contains(
        #""forgotten":{"events":6,"pages":3,"bookmarks":1,"sites":1,"settings":0,"values":0,"unknown":0,"damaged":0}"#
      ))
    #expect(text.contains(#""strings":{"page":3,"bookmark":1,"zoom":1,"title":2,"typed":3}"#))
    #expect(text.contains(#""tabs":{"startPage":[],"otherPage":[2],"closed":["#))
    #expect(text.contains(#""remaining":[]"#))
    #expect(text.contains(#""dryRun":true"#))
    #expect(text.contains(#"{"kind":"page","text":"https://secret.example/b","events":1}"#))
    let done = try context.run("forget --site secret.example")
    #expect(done.contains(/^\{"sequence":\d+,"events":\[\{"sequence":/))
    #expect(done.contains(#""kind":"time.forgotten""#))
    #expect(done.contains(#""dryRun":false"#))
  }

  // MARK: The program

  @Test func `without a terminal, forgetting must be confirmed with an option`() throws {
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

  @Test func `lines about forgotten data are removed from the line history`() throws {
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

  private func history(_ lines: String, in folder: TemporaryFolder) throws -> URL {
    let state = folder.path + "/state/retrace"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    let file = URL(filePath: state + "/history")
    try Data(lines.utf8).write(to: file)
    return file
  }

  @Test(arguments: [
    ("--site", "q.example", "bookmark https://q.example/ö"),
    ("--site", "q.example", "bookmark HTTPS://Q.example:443/x"),
    ("--site", "münchen.example", "bookmark https://xn--mnchen-3ya.example/x"),
    ("--site", "xn--mnchen-3ya.example", "open MÜNCHEN.example/x --background"),
    ("--site", "münchen.example", "follow https://w.münchen.example/ü"),
    ("--site", "localhost", "go localhost:80/a"),
    ("--under", "https://q.example/a", "open --position=1 q.example/a/b"),
    ("", "https://q.example/%C3%B6", "bookmark https://q.example/ö"),
    ("", "https://q.example/a%20b", "bookmark 'https://q.example/a b'"),
    ("", "https://q.example/secret", "bookmark https://q.example/a/../secret"),
    ("", "https://q.example/", "resolve q.example"),
    ("--site", "münchen.example", "tabs\nopen MÜNCHEN.example\ntabs"),
  ])
  func `lines with other forms of the address are removed, and no others`(
    _ option: String, _ value: String, _ line: String
  ) throws {
    let folder = try TemporaryFolder()
    let others = "_HiStOrY_V2_\nopen\\040https://other.example/a\ntabs\n"
    let file = try history(
      others
        + line.replacingOccurrences(of: " ", with: "\\040")
        .replacingOccurrences(of: "\n", with: "\\012") + "\n", in: folder)
    let done = try RetraceProcess.run(
      [
        "--profile", folder.profile, "-c", "open kept.example", "-c",
        "forget \(option) \(value) --yes",
      ],
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.output.contains("1 typed line"))
    #expect(try String(contentsOf: file, encoding: .utf8) == others)
  }

  @Test func `lines of other profiles remain`() throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path + "/state", "HOME": folder.path]
    for name in ["one", "two"] {
      let process = try TerminalProcess(
        RetraceProcess.executable.path, ["--profile", folder.path + "/" + name],
        environment: environment)
      try process.expect("Ctrl-D quits")
      try process.type("open \(name).example\ropen both.example\rquit\r")
      #expect(try process.end() == 0)
    }
    func forget(_ name: String, _ what: String...) throws {
      let run = try RetraceProcess.run(
        ["--profile", folder.path + "/" + name, "--yes", "forget"] + what, environment: environment)
      #expect(run.status == 0, "\(run.errors)")
    }
    func lines() throws -> [String] {
      let text = try String(contentsOfFile: folder.path + "/state/retrace/history", encoding: .utf8)
      return text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("_") }
        .map { $0.replacingOccurrences(of: "\\040", with: " ") }
    }
    #expect(
      try lines() == [
        "open one.example", "open both.example", "quit", "open two.example", "open both.example",
        "quit",
      ])
    try forget("one", "--site", "both.example")
    #expect(
      try lines() == [
        "open one.example", "quit", "open two.example", "open both.example", "quit",
      ])
    try forget("one", "--all")
    #expect(try lines() == ["open two.example", "open both.example", "quit"])
  }

  @Test func `a file that is not a history is left unchanged, and forgetting continues`() throws {
    let folder = try TemporaryFolder()
    let file = try history("my notes of secret.example\n", in: folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    let profile = ["--profile", folder.profile]
    let environment = ["XDG_STATE_HOME": folder.path + "/state"]
    _ = try RetraceProcess.run(profile + ["open", "secret.example"])
    let done = try RetraceProcess.run(
      profile + ["--yes", "forget", "--site", "secret.example"], environment: environment)
    #expect(done.status == 1)
    #expect(done.output.contains("Forgot 1 page"))
    #expect(done.errors.contains("Lines about the forgotten data may remain"))
    #expect(try Sentinel("secret").found(in: folder.profile) == [])
    #expect(try String(contentsOf: file, encoding: .utf8) == "my notes of secret.example\n")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o644)
  }

  @Test(.enabled(if: ReadOnlyMount.isAllowed, "only root can mount"), arguments: [true, false])
  func `all remaining mentions are reported`(_ linesRemain: Bool) throws {
    let folder = try TemporaryFolder()
    let file = try history(
      linesRemain ? "no history\n" : "_HiStOrY_V2_\ntabs\n", in: folder)
    let profile = ["--profile", folder.profile]
    _ = try RetraceProcess.run(profile + ["open", "secret.example"])
    let data = folder.profile + "/log-1/data.mdb"
    // A mount point cannot be removed.
    guard mount(data, data, "none", UInt(MS_BIND), nil) == 0 else {
      return withKnownIssue("mounting is not allowed here", isIntermittent: true) {
        Issue.record("mount: \(errno)")
      }
    }
    let gone = folder.profile + "/log-1.gone"
    defer { umount2(gone + "/data.mdb", 2) }
    let done = try RetraceProcess.run(
      profile + ["--yes", "forget", "--site", "secret.example"],
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    #expect(done.status == 1)
    let leftover =
      "retrace: The data was forgotten, but the old file could not be removed and still contains "
      + "everything: “\(gone)”. Remove the file, or open the profile again to retry."
    #expect(done.errors.hasPrefix(leftover))
    #expect(
      done.errors.contains("Lines about the forgotten data may remain in the line history")
        == linesRemain)
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `compact reports the size of the file before and after`() throws {
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

  @Test func `no data of a private window is in any file`() throws {
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
