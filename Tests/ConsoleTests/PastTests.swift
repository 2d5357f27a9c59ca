import BrowserModel
import LineEditing
import Notation
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit
@testable import Console

/// Commands that show moments of the past.
@Suite struct PastTests {
  /// Returns a context with ten events at intervals of one minute, because the clock advances with
  /// each command.
  ///
  /// 1, 2: a window and a tab. 3: its title. 4: another page. 5: a zoom. 6, 7: a folder and a
  /// bookmark. 8: another tab. 9: the tab closes. 10: an undo.
  static func context() throws -> CommandContext {
    var context = try memoryShell(minutesPerAction: 1)
    for line in [
      "open a.example", "page title A", "go b.example", "zoom 125", "bookmark --folder W",
      "open c.example", "close", "undo",
    ] {
      try context.run(line)
    }
    return context
  }

  @Test(arguments: [
    Case("number", "at 4", "at #4, 00:02: went to https://b.example/\n"),
    Case("id", "at #4", "at #4, 00:02: went to https://b.example/\n"),
    Case("back", "at -2", "at #8, 00:05: opened https://c.example/\n"),
    Case("back to the start", "at -10", "at the start, before the first event\n"),
    Case("start", "at start", "at the start, before the first event\n"),
    Case("zero", "at 0", "at the start, before the first event\n"),
    Case("now", "at now", "at the present, event #10\n"),
    Case("time", "at @2026-01-01T00:04Z", "at #7, 00:04: bookmarked https://b.example/\n"),
    Case(
      "between two", "at @2026-01-01T00:02:59Z",
      "at #4, 00:02: went to https://b.example/\n"),
    Case("long ago", "at @2000-01-01", "at the start, before the first event\n"),
    Case("ago", "at @5m", "at #4, 00:02: went to https://b.example/\n"),
    Case("an undo", "at @0s", "at #10, 00:07: undid #9\n"),
    Case("beyond", "at 11", "There is no event 11: the log has 1 to 10."),
    Case(
      "before", "at -11",
      "There are not that many events before now; “start” is before the first one."),
    Case("private", "at #-1", "Private windows are not stored in the log, so they have no past."),
    Case(
      "future", "at @2027-01-01T00:00Z",
      "2027-01-01 00:00 is in the future."),
    Case(
      "unknown", "at trip",
      "There is no mark, branch or time “trip”; “marks” and “branches” list names, “help points” "
        + "shows times."
    ),
  ])
  func `a point is shown, or a sentence says why not`(row: Case<String, String>) throws {
    var context = try Self.context()
    #expect(try context.run(row.input) == row.expected)
  }

  @Test func `an empty log has only a start`() throws {
    var context = try memoryShell()
    #expect(try context.run("at 1") == "There is no event 1: the log is empty.")
    #expect(try context.run("at start") == "at the start, before the first event\n")
    #expect(try context.run("at -1").hasPrefix("There are not that many events"))
    #expect(try context.run("now") == "at the present: the log is empty\n")
  }

  @Test func `clocks that were set back do not confuse searches by time`() throws {
    var times: [Int64] = [10, 20, 90, 30, 40]
    var context = try memoryShell { times.isEmpty ? 50_000 : times.removeFirst() * 1000 }
    for number in 1...5 { try context.run("folder \(number)") }
    let found = try [5, 10, 25, 35, 80, 95].map { (second: Int64) in
      context.presentation.now = { Timestamp(milliseconds: 100_000) }
      let time = PointInTime.moment(Timestamp(milliseconds: second * 1000))
      return try context.sequence(of: .time(time)).rawValue
    }
    #expect(found == [0, 1, 2, 4, 5, 5])
  }

  @Test func `all commands that read show the moment`() throws {
    var context = try Self.context()
    try context.run("group 1 --title G ; zoom default 110 ; set historyLimit 20 ; close 1")
    try context.run("at 3")
    #expect(try context.run("tabs") == "▸  1  #2  A — https://a.example/\n")
    #expect(try context.run("tabs example") == "▸  1  #2  A — https://a.example/\n")
    #expect(try context.run("windows") == "▸  1  #1  1 tab: A — https://a.example/\n")
    #expect(try context.run("history") == "▸  0  A — https://a.example/\n")
    #expect(try context.run("trail") == "▸ #2 A — https://a.example/\n")
    #expect(try context.run("address") == "https://a.example/\n")
    #expect(try context.run("groups") == "No groups.\n")
    #expect(try context.run("closed") == "No closed tabs or windows.\n")
    #expect(try context.run("bookmarks") == "There are no bookmarks.\n")
    #expect(try context.run("zoom") == "100 % (default)\n")
    #expect(try context.run("zoom sites") == "No site has its own zoom.\n")
    #expect(try context.run("zoom why") == "100 % (default)\n")
    #expect(try context.run("set historyLimit") == "50\n")
    #expect(try context.run("visits") == "#2  00:00  A — https://a.example/\n")
    #expect(
      try context.run("log --limit 1")
        == "#3  00:01  page  titled a page A  tab #2\n1 of 3; --limit N shows more\n")
    let stats = try context.run("stats")
    #expect(stats.contains(/\nbookmarks and folders +0\n/) && stats.hasPrefix("events"))
    // Data about the complete log is not shown for a moment.
    #expect(!stats.contains("damaged events"))
    #expect(try context.run("state").hasSuffix("0 closed, 0 bookmarks, 0 sites zoomed, 3 events\n"))
    #expect(try context.run("now") == "at the present, event #15\n")
    #expect(try context.run("closed").contains("https://b.example/"))
  }

  @Test func `a past moment includes actions undone later, but not actions undone before`() throws {
    var context = try Self.context()
    try context.run("at 9")
    #expect(try context.run("tabs") == "▸  1  #2  https://b.example/\n")
    #expect(
      try context.run("log --limit 1")
        == "#9  00:06  user  closed https://c.example/  tab #8\n"
        + "1 of 9; --limit N shows more\n")
    try context.run("step")
    #expect(
      try context.run("tabs") == "   1  #2  https://b.example/\n▸  2  #8  https://c.example/\n")
    let log = try context.run("log --limit 2 --kind tab.closed")
    #expect(
      log.contains("(undone)  closed a tab that then showed https://c.example/  ")
        && log.hasSuffix("tab #8\n")
    )
  }

  @Test(arguments: [
    "open x.example", "close", "undo", "redo", "go x", "back", "zoom 150", "zoom in",
    "set historyLimit 9",
    "bookmark", "folder X", "window new", "window new --private", "page title T", "tab 1", "reopen",
    "reload",
    "close 99",
  ])
  func `nothing is written in the past`(line: String) throws {
    var context = try Self.context()
    try context.run("at 5")
    #expect(
      try context.run(line)
        == "The past cannot be changed: “now” returns to the present, “restore 5” restores it, "
        + "“branch NAME 5” continues from it.")
    #expect(context.store.browser.sequence.rawValue == 10)
    #expect(context.store.privateBrowser.windowOrder.isEmpty)
    try context.run("now ; \(line)")
    #expect(context.past == nil)
  }

  @Test func `steps move by events`() throws {
    var context = try Self.context()
    #expect(try context.run("step") == "This is the newest event.")
    #expect(try context.run("step -1").hasPrefix("at #9, "))
    #expect(try context.run("step -3").hasPrefix("at #6, "))
    #expect(try context.run("step 2").hasPrefix("at #8, "))
    #expect(
      try context.run("step 3")
        == "There are not that many events after this moment; “now” returns to the present.")
    #expect(try context.run("step -8") == "at the start, before the first event\n")
    #expect(
      try context.run("step -1")
        == "There are not that many events before this moment; “at start” shows the moment before "
        + "the first event.")
    #expect(try context.run("step 1").hasPrefix("at #1, "))
    #expect(try context.run("step 0").hasPrefix("at #1, "))
  }

  @Test func `private windows have no past`() throws {
    var context = try Self.context()
    try context.run("window new --private ; go secret.example")
    #expect(context.isPrivate)
    #expect(
      try context.run("at 3") == "at #3, 00:01: titled a page A (private windows are not shown)\n")
    #expect(!context.isPrivate)
    #expect(try context.run("tabs secret") == "No tab matches.\n")
    #expect(try context.run("log --limit 1").contains("#3 "))
    try context.run("now")
    #expect(context.isPrivate)
    #expect(try context.run("tabs").contains("secret"))
  }

  @Test func `the prompt shows the moment`() throws {
    var context = try Self.context()
    #expect(PromptText(context).readPrompt().left == "memory ❯ ")
    try context.run("at 4")
    #expect(
      PromptText(context).readPrompt()
        == .init(left: "memory  at #4, 00:02  ❯ ", right: "b.example/ 1/1"))
    try context.run("at start")
    #expect(
      PromptText(context).readPrompt() == .init(left: "memory  at the start  ❯ ", right: "no tab"))
    context.presentation.style = .colored
    let past = PromptText(context).readPrompt().left
    try context.run("now")
    #expect(past.contains("\u{1b}[33;7m at the start \u{1b}[0m"), "\(past.debugDescription)")
    #expect(!PromptText(context).readPrompt().left.contains("\u{1b}[33"))
  }

  @Test(arguments: [
    Case("since", "log --since 8", [9, 10]), Case("until", "log --until -8", [1, 2]),
    Case("both", "log --since 2 --until 4", [3, 4]), Case("kind", "log --kind tab.opened", [2, 8]),
    Case("family", "log --kind tab", [2, 8, 9]), Case("batch", "log --batch #7", [6, 7]),
    Case("limit", "log --limit 2 --kind bookmark", [6, 7]), Case("actor", "log --actor page", [3]),
    Case("tab", "log --tab #8", [8, 9]), Case("since time", "log --since @3m", [8, 9, 10]),
  ])
  func `the log is filtered`(row: Case<String, [Int]>) throws {
    var context = try Self.context()
    let text = try context.run(row.input)
    let found = text.split(separator: "\n").map { line in
      line.drop { $0 == " " || $0 == "#" }.prefix { $0 != " " }
    }
    #expect(found.compactMap { Int($0) } == row.expected, "\(text)")
  }

  @Test func `an unknown kind is reported with a suggestion`() throws {
    var context = try Self.context()
    #expect(
      try context.run("log --kind tab.close")
        == "There is no kind of event “tab.close”; did you mean “tab.closed”?")
    #expect(try context.run("log --batch 99") == "There is no event 99: the log has 1 to 10.")
    #expect(
      try context.run("log --follow")
        == "Only this console adds events to a log that is stored only in memory.")
    try context.run("at 3")
    #expect(
      try context.run("log --follow") == "The past has no new events; “now” returns to the present."
    )
  }

  @Test func `visits since a point`() throws {
    var context = try Self.context()
    #expect(try context.run("visits --since 4") == "#8  00:05  https://c.example/\n")
    #expect(try context.run("visits --since now") == "No page matches.\n")
    #expect(try context.run("visits --since @6m").split(separator: "\n").count == 2)
  }
}
