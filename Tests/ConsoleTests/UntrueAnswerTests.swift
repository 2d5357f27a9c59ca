import BrowserModel
import Foundation
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// Answers of commands are true, and commands do nothing unintended.
@Suite struct UntrueAnswerTests {
  @Test func `a move without an effect is rejected, and adds no undo step`() throws {
    let opening = ["open a.example --pinned", "open b.example", "open c.example"]
    for line in ["move 2 1", "move 1 3", "move 2 2"] {
      let run = try RetraceProcess.lines(opening.joined(separator: "\n"), line)
      #expect(run.status == 1)
      #expect(run.errors.contains("already"))
    }
    var context = try memoryShell()
    for line in opening { try context.run(line) }
    #expect(try context.run("move 3 1") == "moved tab 2: https://c.example/\n")
  }

  @Test func `a move reports the group that the tab joined or left`() throws {
    var context = try memoryShell()
    for name in ["a", "b", "c", "d"] { try context.run("open \(name).example") }
    try context.run("group 2 3 --title Work")
    #expect(
      try context.run("move 4 3") == "moved tab 3: https://d.example/, into the group “Work”\n")
    #expect(try context.run("move 3 1") == "moved tab 1: https://d.example/, out of its group\n")
    try context.run("ungroup 3 4; group 2 3 --color blue")
    #expect(
      try context.run("move 1 +1") == "moved tab 1: https://d.example/, into the blue group\n")
  }

  @Test func `a step is not a position`() throws {
    let run = try RetraceProcess.lines("open a.example", "open b.example", "tab +1")
    #expect(run.status == 2)
    #expect(run.errors.contains("“+1”"))
  }

  @Test func `a tab moves by steps, with a sign or an option, or into a new window`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; open b.example ; open c.example")
    #expect(try context.run("move 1 +1") == "moved tab 2: https://a.example/\n")
    #expect(try context.run("move 3 -2") == "moved tab 1: https://c.example/\n")
    #expect(try context.run("move 1 --right") == "moved tab 2: https://c.example/\n")
    #expect(
      try context.run("move 2 --new-window")
        == "moved to window 2 as tab 1: https://c.example/\n")
    #expect(try context.run("window new d.example") == "opened window 3\n")
    for line in ["move 1", "move 1 1 --left", "move 1 0", "move 1 +1 --window 1"] {
      let run = try RetraceProcess.lines("open a.example", "open b.example", line)
      #expect(run.status == 2)
    }
  }

  @Test func `“previous” selects the tab before, and collapsed groups are skipped`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; open b.example ; open c.example ; open d.example ; tab 1")
    #expect(try context.run("tab --last") == "at tab 4: https://d.example/\n")
    #expect(try context.run("tab --last") == "at tab 1: https://a.example/\n")
    try context.run("group 2 3 ; collapse 1")
    #expect(try context.run("next") == "at tab 4: https://d.example/\n")
    #expect(try context.run("previous") == "at tab 1: https://a.example/\n")
  }

  @Test func `closing many tabs skips pinned tabs, and the active one of duplicates`() throws {
    var context = try memoryShell()
    try context.run("open a.example --pinned ; open b.example --pinned ; open c.example")
    try context.run("close 1 --right")
    #expect(context.store.browser.tabCount == 2)
    try context.run("open x.example ; open y.example ; open x.example")
    let active = context.activeTab?.id
    try context.run("close --duplicates")
    #expect(context.activeTab?.id == active)
    #expect(context.store.browser.tabCount == 4)
  }

  @Test func `finding no duplicates to close is not a failure`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; open b.example")
    #expect(try context.run("close --duplicates") == "no tab is a duplicate\n")
    context.presentation.printsJSON = true
    let sequence = context.store.browser.sequence.rawValue
    #expect(
      try context.run("close --duplicates") == "{\"sequence\":\(sequence),\"events\":[]}\n")
  }

  @Test func `the active duplicate of a pinned tab is closed too`() throws {
    var context = try memoryShell()
    try context.run("open a.example --pinned ; open a.example ; open b.example ; tab 2")
    #expect(try context.run("close --duplicates") == "closed https://a.example/\n")
    #expect(context.store.browser.tabs.map(\.isPinned) == [true, false])
    #expect(try context.run("close --duplicates") == "no tab is a duplicate\n")
  }

  @Test(arguments: ["tabs || next", "find a || tabs", "open a.example || tabs", "close || next"])
  func `“||” after a command is rejected`(line: String) throws {
    var context = try memoryShell()
    let failure = try #require(throws: UsageError.self) { try context.run(line) }
    #expect(failure.message.hasPrefix("“||” has no meaning here"))
    #expect(context.store.browser.tabCount == 0)
    #expect(try context.run("find 'a || b'").contains("“||”") == false)
  }

  @Test func `bookmarks are found by their tags`() throws {
    var context = try memoryShell()
    try context.run("bookmark a.example --title A --tags Swift,db --folder Work")
    try context.run("bookmark b.example --title B --tags swift")
    try context.run("bookmark c.example --title C --tags swiftly")
    func titles(_ line: String) throws -> [String] {
      let text = try context.run(line)
      return ["A", "B", "C"].filter { text.contains("\($0.lowercased()).example") }
    }
    #expect(try titles("bookmarks --tag swift") == ["A", "B"])
    #expect(try titles("bookmarks --tag swift --tag DB") == ["A"])
    #expect(try titles("bookmarks Work --tag swift") == ["A"])
    #expect(try titles("bookmarks c --tag swift") == [])
  }

  @Test func `visits and closed items end at the given moment`() throws {
    var context = try memoryShell()
    try context.run("open a.example")
    let first = context.store.browser.sequence.rawValue
    try context.run("open b.example ; close 2")
    let second = context.store.browser.sequence.rawValue
    try context.run("open c.example ; close 2")
    let visits = try context.run("visits --until \(first)")
    #expect(visits.contains("a.example") && !visits.contains("b.example"))
    let closed = try context.run("closed --until \(second)")
    #expect(closed.contains("b.example") && !closed.contains("c.example"))
    #expect(try context.run("closed --until \(first)") == "Nothing matches.\n")
  }

  @Test func `closed lists the items that reopen accepts`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; open p.example --private ; open q.example ; close ; window 1")
    #expect(try context.run("closed").contains("q.example"))
    #expect(try context.run("reopen").contains("q.example"))
    try context.run("window close")
    #expect(try !context.run("closed").contains("example"))
  }

  @Test func `a temporary zoom has its event`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; zoom 150 --temporary ; zoom 125 --temporary")
    #expect(try context.run("zoom why") == "125 % (this tab only, set by user, 00:00, event #4)\n")
    try context.run("undo #4")
    #expect(try context.run("zoom why") == "150 % (this tab only, set by user, 00:00, event #3)\n")
  }

  @Test func `a past state has the marks of its time`() throws {
    let answers = try JSONOutputTests.documents([
      "open a.example", "mark trip", "open b.example", "mark trip", "mark late", "at 4", "state",
      "now", "state",
    ])
    #expect(answers[6]["marks"] as? [String: Int] == ["trip": 2])
    #expect(answers[8]["marks"] as? [String: Int] == ["trip": 4, "late": 5])
  }

  @Test func `if only a private window remains, it has the focus`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; open --private p.example ; window 1 ; close")
    #expect(try context.run("tabs") == "▸  1  #-2  https://p.example/\n")
    try context.run("go q.example")
    #expect(context.store.browser.tabCount == 0)
    #expect(try context.run("tabs") == "▸  1  #-2  https://q.example/\n")
  }

  @Test func `a scroll position out of range is refused`() throws {
    var context = try memoryShell()
    try context.run("open a.example")
    let newest = context.store.browser.sequence
    #expect(
      try context.run("page scroll 0 99999999999")
        == "X and Y must be between -2147483648 and 2147483647 pixels.")
    #expect(context.store.browser.sequence == newest)
  }

  @Test(arguments: [
    Case("PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], true),
    Case("JPEG", [0xFF, 0xD8, 0xFF, 0xE0], true), Case("GIF", Array("GIF89a,,".utf8), true),
    Case("WebP", Array("RIFF1234WEBPVP8 ".utf8), true),
    Case("sound", Array("RIFF1234WAVEfmt ".utf8), false),
    Case("text", Array("open a.example".utf8), false), Case("empty", [], false),
    Case("beginning of a PNG", [0x89, 0x50, 0x4E, 0x47], false),
  ])
  func `only a picture is kept as one`(row: Case<[UInt8], Bool>) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "file")
    try Data(row.input).write(to: file)
    var context = try memoryShell()
    try context.run("open a.example")
    let answer = try context.run("page thumbnail \(file.path())")
    #expect(answer.hasPrefix("stored a picture of tab 1") == row.expected)
    if !row.expected {
      #expect(answer == "“\(file.path())” is not a PNG, JPEG, WebP or GIF picture.")
    }
  }

  @Test func `a picture that is too large is not read completely`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "file")
    try Data(count: Store.largestPictureBytes + 1).write(to: file)
    var context = try memoryShell()
    try context.run("open a.example")
    let answer = try context.run("page thumbnail \(file.path())")
    #expect(answer == "“\(file.path())” cannot be read: File too large.")
  }

  @Test(arguments: [
    Case(
      "typo", "bookmark remov 1", "“remov 1” is not a URL; did you mean “bookmark remove 1”?"),
    Case(
      "another typo", "bookmark edti 1",
      "“edti 1” is not a URL; did you mean “bookmark edit "
        + "1”?"),
    Case(
      "words", "bookmark foo bar",
      "“foo bar” is not a URL; type a URL or one of edit, move, remove, open after "
        + "“bookmark”."),
    Case(
      "edit", "bookmark edit 1 --url not%20a%20url",
      "“not%20a%20url” is not a URL; type a URL or one of edit, move, remove, open after "
        + "“bookmark”."),
    Case(
      "a place for words", "bookmark 'no URL %s'",
      "“no URL %s” is not a URL; type a URL or one of edit, move, remove, open after "
        + "“bookmark”."),
  ])
  func `text that is not a URL cannot be a bookmark`(row: Case<String, String>) throws {
    var context = try memoryShell()
    try context.run("bookmark a.example")
    #expect(try context.run(row.input) == row.expected)
    #expect(try context.run("bookmarks") == "1  #1  https://a.example/\n")
  }

  @Test(arguments: ["javascript:alert(1)", "a.example", "https://b.example/?q=%s", "data:,x"])
  func `a URL with any scheme can be a bookmark`(url: String) throws {
    var context = try memoryShell()
    #expect(try context.run("bookmark \(url)").hasPrefix("bookmarked "))
  }

  @Test(arguments: [
    Case(
      "zoom inn", ["zoom", "inn"],
      "retrace: PERCENT needs a percentage (125), not “inn”; did you mean “zoom in”?\n"),
    Case(
      "window nwe", ["window", "nwe"],
      "retrace: No window has “nwe”; did you mean “window new”?\n"),
  ])
  func `a mistyped second word is reported`(row: Case<[String], String>) throws {
    let run = try RetraceProcess.run(["--memory"] + row.input)
    #expect(run.status == 2)
    #expect(run.errors == row.expected)
  }

  @Test(arguments: [
    Case("add", "bookmark add https://b.example/", "bookmark add”; “bookmark URL” adds one"),
    Case("new", "bookmark new", "bookmark new”; “bookmark URL” adds one"),
    Case("list", "bookmark --title T list", "bookmark list”; “bookmarks” lists them"),
    Case("find", "bookmark find b", "bookmark find”; “bookmarks WORDS” finds them"),
    Case("rm", "bookmark rm 1", "bookmark rm”; “bookmark remove ID” removes one"),
    Case("window", "window list", "window list”; “windows” lists them"),
    Case("zoom", "zoom set 120", "zoom set”; “zoom PERCENT” sets it"),
    Case("ls", "ls", "ls”; “tabs” lists the tabs, “help” the commands"),
    Case("list", "list", "list”; “tabs” lists the tabs, “help” the commands"),
    Case(
      "search", "search b",
      "search”; “find WORDS” finds pages wherever they are, “go WORDS” searches the web"),
    Case(
      "rm", "rm 1",
      "rm”; “close TAB” closes a tab, “bookmark remove ID” removes a bookmark, “forget URL” "
        + "permanently removes a page"
    ),
    Case(
      "delete", "delete 1",
      "delete”; “close TAB” closes a tab, “bookmark remove ID” removes a bookmark, “forget URL” "
        + "permanently removes a page"),
    Case(
      "select", "select 1",
      "select”; “tab TAB” makes a tab the active one, “window N” focuses a window"),
    Case(
      "goto", "goto 1",
      "goto”; “tab TAB” goes to a tab, “go ADDRESS” to an address, “at POINT” to a moment"),
    Case(
      "clear", "clear",
      "clear”; Ctrl-L clears the screen; “forget URL” permanently removes a page"),
    Case("version", "version", "version”; “retrace --version” prints it"),
    Case("new", "new", "new”; “open ADDRESS” opens a tab, “window new” a window"),
    Case("config", "config", "config”; “set” lists the settings"),
    Case("watch", "watch", "watch”; “log --follow” shows what other processes write"),
    Case("-h", "-h", "-h”; “help” lists the commands"),
    Case("-n", "-n 5", "-n”; “log --limit N” shows the newest N events"),
  ])
  func `a command of another program is refused with the command to use`(
    row: Case<String, String>
  ) throws {
    let error = try #require(throws: UsageError.self) {
      var context = try memoryShell()
      // A page of this name was visited, so it could be an address.
      try context.run("open http://add/ ; open http://new/ ; open http://rm/")
      try context.run(row.input)
    }
    #expect(error.code == .unknownCommand)
    #expect(error.message == "unknown command “\(row.expected)")
    let run = try RetraceProcess.run(["--memory", "--keep-going"], input: "\(row.input)\nlog\n")
    #expect(run.output == "The log is empty.\n")
  }

  @Test func `help for a word of another program names the command to type`() throws {
    var context = try memoryShell()
    #expect(try context.run("help config") == "Unknown command “config”; “set” lists the settings")
  }

  @Test func `all commands suggested for words of other programs exist`() throws {
    let index = CommandCatalogue.table.index
    for word in index.program.hints {
      #expect(index.place(of: word.name) == nil, "\(word.name)")
      let pieces = word.advice.split(separator: "“", omittingEmptySubsequences: false)
      let lines = pieces.dropFirst().map { $0.prefix { $0 != "”" } }
      #expect(!lines.isEmpty)
      for line in lines where !line.hasPrefix("retrace ") {
        #expect(throws: Never.self, "\(line)") {
          try index.find(Words.verbatim(line.split(separator: " ").map(String.init)))
        }
      }
    }
  }

  @Test(arguments: [
    Case("help", "tabs -h", "-h”; did you mean “--help”?"),
    Case("dry run or count", "undo -n 2", "-n”; did you mean “--dry-run” or “--last”?"),
    Case(
      "neither", "tabs -n",
      "-n”; “help tabs” lists the options of “tabs”; put -- before words that begin with a dash "
        + "but are not options"
    ),
  ])
  func `an option letter of other programs is refused with the option to use`(
    row: Case<String, String>
  ) throws {
    let error = try #require(throws: UsageError.self) {
      var context = try memoryShell()
      try context.run(row.input)
    }
    #expect(error.code == .unknownOption)
    #expect(error.message == "unknown option “\(row.expected)")
  }

  // MARK: Much at once

  static let actions = (1...12).map { "open \($0).example\n" }.joined()

  @Test func `undoing more than ten actions asks for confirmation`() throws {
    let script = Self.actions + "undo --last 99\n"
    let refused = try RetraceProcess.run(["--memory"], input: script)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("there is no terminal to ask: add --yes"))
    for line in ["undo --last 99 --yes\n", "undo --last 10\n"] {
      let done = try RetraceProcess.run(["--memory"], input: Self.actions + line + "tabs\n")
      #expect(done.status == 0)
      #expect(
        done.output.hasSuffix(
          line == "undo --last 10\n" ? "#3  https://2.example/\n" : "No tab is open.\n"))
    }
    #expect(try RetraceProcess.run(["--memory", "--yes"], input: script).status == 0)
  }

  @Test func `redoing more than ten actions asks for confirmation`() throws {
    let undone = Self.actions + "undo --last 12 --yes\n"
    let refused = try RetraceProcess.run(["--memory"], input: undone + "redo --last 12\n")
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "standard input:14: This must be confirmed, but there is no terminal to ask: add "
        + "--yes.\n")
    for line in ["redo --last 12 --yes\n", "redo --last 10\n"] {
      let done = try RetraceProcess.run(["--memory"], input: undone + line + "tabs 12\n")
      #expect(done.status == 0)
      #expect(done.output.hasSuffix("https://12.example/\n") == line.hasSuffix("--yes\n"))
    }
  }

  @Test func `actions in private windows count before the confirmation of an undo`() throws {
    let script =
      (1...9).map { "open \($0).example\n" }.joined() + "window new --private\nopen own.example\n"
    let refused = try RetraceProcess.run(["--memory"], input: script + "undo --last 99\n")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("there is no terminal to ask: add --yes"))
    let shown = try RetraceProcess.run(
      ["--memory"], input: "open a.example\nwindow new --private\nundo --last 2 --dry-run\n")
    #expect(shown.output.contains("-  tab #2 closed"))
    #expect(shown.output.contains("-  window #-1 closed"))
  }

  @Test func `a preview of a restore needs no confirmation`() throws {
    let run = try RetraceProcess.lines("open a.example", "restore 2000-01-01 --dry-run", "tabs")
    #expect(run.status == 0)
    #expect(run.output.contains("tab #2 closed"))
    #expect(run.output.hasSuffix("https://a.example/\n"))
  }

  @Test func `the message for an event after the moment shown does not claim an empty log`() throws
  {
    var context = try memoryShell()
    try context.run("open a.example ; open b.example ; at start")
    #expect(
      try context.run("show 2")
        == "There is no event 2: nothing had happened yet at the moment shown.")
    try context.run("at 2")
    #expect(
      try context.run("show 3")
        == "There is no event 3: the moment shown is one of the events 1 to 2.")
  }

  @Test func `search terms cannot be the home page`() throws {
    var context = try memoryShell()
    #expect(try context.run("set homePage not an url") == "“not an url” is not a URL.")
    #expect(
      try context.run("set homePage swift.org") == "homePage is https://swift.org/\n")
    #expect(try context.run("set homePage about:start") == "homePage is about:start\n")
  }

  @Test func `a bookmark of the start page is named as in other commands`() throws {
    var context = try memoryShell()
    try context.run("open")
    #expect(try context.run("bookmark") == "bookmarked Start page\n")
  }

  @Test func `undoing ten or more actions asks for confirmation`() throws {
    let run = try RetraceProcess.lines("open a.example", "open b.example", "undo --last 99", "tabs")
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("No tab is open.\n"))
  }

  // MARK: State that would be lost

  @Test(arguments: [
    Case("switch", ["switch", "try"], "Use “retrace --branch try COMMAND”.\n"),
    Case("open", ["open", "--private", "a.example"], "Use the prompt of “retrace” instead.\n"),
    Case("window", ["window", "new", "--private"], "Use the prompt of “retrace” instead.\n"),
  ])
  func `commands that need a running console are refused in a single call`(
    row: Case<[String], String>
  ) throws {
    let folder = try TemporaryFolder()
    let profile = ["-p", folder.profile]
    #expect(
      try RetraceProcess.run(profile + ["-c", "open a.example", "-c", "branch try"]).status == 0)
    let run = try RetraceProcess.run(profile + row.input)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors.hasSuffix(row.expected))
    let line = row.input.joined(separator: " ")
    #expect(try RetraceProcess.run(profile + ["-c", line, "-c", "tabs"]).status == 0)
  }

  // MARK: Files

  @Test func `paths can begin with the home folder`() throws {
    let folder = try TemporaryFolder()
    let home = ["HOME": folder.url.path()]
    try Data("open a.example\n".utf8).write(to: folder.url.appending(path: "a.retrace"))
    let run = try RetraceProcess.run(
      ["-p", "~/p"], input: "source ~/a.retrace\nexport netscape ~/b.html\nimport ~/b.html\n",
      environment: home)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).sorted()
        == ["a.retrace", "b.html", "p"])
  }

  @Test(arguments: ["source", "import", "page thumbnail"])
  func `an unreadable file is always reported in the same way`(command: String) throws {
    let folder = try TemporaryFolder()
    let run = try RetraceProcess.run(
      ["-p", folder.profile, "--keep-going"], input: "open a.example\n\(command) none\n")
    #expect(
      run.errors.hasSuffix(
        "standard input:2: “none” cannot be read: No such file or directory.\n"))
  }
}
