import BrowserModel
import Foundation
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// The answers of `diff` and `show`.
@Suite struct DifferenceTests {
  private static let store = """
    open a.example ; page title A ; open b.example ; open c.example ; \
    bookmark --folder Work --title C --tags x
    """

  @Test(arguments: [
    Case("moved", "move 1 3", "~  tab #2 moved 1 → 3  A — https://a.example/\n"),
    Case("pinned", "pin 1", "~  tab #2 pinned  A — https://a.example/\n"),
    Case(
      "closed", "close 1",
      """
      -  tab #2 closed at 1  A — https://a.example/
      +  closed list: tab #2  A — https://a.example/

      """),
    Case("selected", "tab 2", "~  window #1 active tab #5 → #4  https://b.example/\n"),
    Case("zoomed", "zoom 125", "~  zoom of c.example 100 % → 125 %\n"),
    Case(
      "zoomed alone", "zoom 50 --temporary", "~  tab #5 own zoom none → 50 %  https://c.example/\n"),
    Case("zoomed all", "zoom default 110", "~  default zoom 100 % → 110 %\n"),
    Case("set", "set historyLimit 7", "~  historyLimit 50 → 7\n"),
    Case("set as it was", "set historyLimit 50", "Nothing differs.\n"),
    Case("navigated", "go d.example", "~  tab #5 went https://c.example/ → https://d.example/\n"),
    Case("titled", "page title C", "~  tab #5 title none → “C”  https://c.example/\n"),
    Case(
      "bookmark moved", "bookmark move 2 --folder /",
      "~  bookmark #7 moved Work/1 → 2  C — https://c.example/\n"),
    Case(
      "bookmark edited", "bookmark edit 2 --tags y,z",
      "~  bookmark #7 tags x → y, z  C — https://c.example/\n"),
    Case("done and undone", "close 1 ; undo", "Nothing differs.\n"),
  ])
  func `a difference is described in sentences`(row: Case<String, String>) throws {
    var context = try memoryShell()
    try context.run(Self.store)
    try context.run(row.input)
    #expect(try context.run("diff 7") == row.expected)
  }

  @Test func `a navigation is described by titles if they differ`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; page title Same ; go b.example ; page title Same")
    #expect(
      try context.run("diff 3") == "~  tab #2 went https://a.example/ → https://b.example/\n")
    try context.run("page title Other ; back")
    #expect(try context.run("diff -1") == "~  tab #2 went Other → Same  https://a.example/\n")
  }

  @Test func `the second moment is the present by default, and the order is preserved`() throws {
    var context = try memoryShell()
    try context.run(Self.store)
    #expect(try context.run("diff 4") == context.run("diff 4 now"))
    #expect(try context.run("diff now 4").hasPrefix("~  window #1 active tab #5 → #4"))
    #expect(try context.run("diff 8").contains("8"))
  }

  @Test func `an event is shown with its changes`() throws {
    var context = try memoryShell()
    try context.run(Self.store)
    #expect(
      try context.run("show 3").hasSuffix("\n~  tab #2 title none → “A”  https://a.example/\n"))
    try context.run("undo --last 2")
    #expect(
      try context.run("show 8").hasSuffix(
        "-  bookmark #7 removed from Work/1  C — https://c.example/\n"))
    #expect(
      try context.run("show 4").contains("+  tab #4 opened at 2  https://b.example/"))
    #expect(try context.run("show -1 ; show now").contains("-  bookmark #7 removed"))
    #expect(
      try context.run("show start") == "The start is not an event; “show 1” shows the first "
        + "event.")
    #expect(try context.run("show 99") == "There is no event 99: the log has 1 to 9.")
    try context.run("window new --private")
    #expect(try context.run("show #-2").contains("+  tab #-2 opened at 1"))
  }

  @Test func `hosts are the same no matter which event named them first`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; zoom 125 ; undo ; zoom 150")
    #expect(try context.run("diff 3") == "~  zoom of a.example 125 % → 150 %\n")
  }

  @Test func `windows are named if there are several`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; open b.example")
    #expect(try context.run("diff 2").hasSuffix("+  tab #3 opened at 2  https://b.example/\n"))
    try context.run("window new ; move #3 1 --window 2")
    #expect(
      try context.run("diff 3").contains("~  tab #3 moved 1:2 → 2:1  https://b.example/\n"))
    #expect(try context.run("diff 3").contains("+  tab #5 opened at 2:2  Start page\n"))
  }

  @Test func `a branch is compared with another`() throws {
    var context = try memoryShell()
    try context.run(
      "open a.example ; branch try ; switch try ; go b.example ; switch main ; mute 1")
    let page = "https://b.example/ → https://a.example/"
    #expect(
      try context.run("diff try").hasPrefix("~  tab #2 muted  https://a.example/\n"))
    #expect(try context.run("diff try main").contains("~  tab #2 went \(page)\n"))
    #expect(try context.run("diff main try").contains("~  tab #2 unmuted"))
    // The changes of an event of another branch are shown for that branch.
    #expect(try context.run("show 4").contains("~  tab #2 went https://a.example/ → https://b"))
  }

  /// Each kind that the help lists occurs, and no other kind.
  @Test func `the kinds in JSON are the kinds that the help lists`() throws {
    var context = try memoryShell()
    context.presentation.printsJSON = true
    var kinds: Set<String> = []
    var answers: [SchemaValidator.Answer] = []
    func compare(_ change: (inout CommandContext) throws -> Void) throws {
      let before = context.store.browser.sequence.rawValue
      try change(&context)
      let now = context.store.browser.sequence.rawValue
      for line in ["diff \(before)", "diff now \(before)", "diff \(now - 1)"] {
        let text = try context.run(line)
        answers.append(.init(command: "diff", text: text))
        let answer = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let changes = try #require((answer as? [String: Any])?["diff"] as? [[String: Any]])
        kinds.formUnion(changes.compactMap { $0["kind"] as? String })
      }
    }
    for lines in [
      "open a.example ; open b.example --from 1 ; open c.example", "move 1 3", "pin 1", "mute 1",
      "group 2 3 --title G", "group 2 --into 1 --title H --color red", "collapse 1",
      "page title A", "page activated", "page scroll 1 2", "page replace /x", "go d.example",
      "page start e.example", "page failed x", "zoom 125", "zoom 50 --temporary",
      "zoom default 110", "set historyLimit 7", "close #2", "close 1 2", "reopen #2",
      "window new", "window close 1 ; reopen ; window 2", "folder A ; bookmark --folder A",
      "bookmark edit 2 --title T --tags t --keyword k --note n --url http://x.example/",
      "bookmark move 2 --folder /", "window name W", "value set app.key text",
    ] {
      try compare { context in try context.run(lines) }
    }
    try compare { context in
      let window = context.store.browser.windows[0].id
      let bounds = Window.Bounds(x: 1, y: 2, width: 3, height: 4)
      _ = try context.store.perform(.placeWindow(window, bounds: bounds, showState: .maximized))
      _ = try context.store.perform(.reportPicture(context.store.browser.tabs[0].id, blob: "00"))
    }
    let outline = try Help(CommandCatalogue.table.index, columns: 100).text(for: "json Change").text
    let names = outline.split(separator: "\n").filter { $0.hasPrefix("  kind: ") }
      .flatMap { $0.dropFirst(8).split(separator: " | ").map(String.init) }
    #expect(kinds.sorted() == names.sorted())
    if SchemaValidator.isFound { #expect(try SchemaValidator.faults(of: answers) == []) }
  }
}
