import Foundation
import TestSupport
import Testing

@testable import Catalogue

/// `why` lists the events that caused the current state of a thing.
@Suite struct WhyTests {
  private static let store = """
    open a.example ; page title A ; open b.example ; follow /x ; page title X ; move 1 2 ; pin 2 ; \
    group 2 --title G ; zoom 125 ; zoom in --temporary ; bookmark --folder Work --title X ; \
    bookmark edit 2 --tags t ; set historyLimit 7 ; open c.example ; close ; tab 1
    """

  /// Returns the event numbers, and the property that each event decided.
  private func why(_ thing: String, after more: String = "") throws -> [String] {
    var context = try memoryShell()
    try context.run(Self.store)
    try context.run(more)
    context.presentation.printsJSON = true
    let answer =
      try JSONSerialization.jsonObject(
        with: Data(context.run("why \(thing)").utf8)) as? [String: Any]
    let events = try #require(answer?["why"] as? [[String: Any]])
    return events.map { event in
      let decided = event["decided"] as? [String] ?? []
      return "\(event["sequence"] ?? "") \(event["kind"] ?? "") \(decided.joined(separator: ","))"
    }
  }

  @Test(arguments: [
    Case(
      "a tab", "1",
      [
        "2 tab.opened opened,page,shown", "3 page.titled title", "8 tab.pinned place,pinned",
        "19 tab.selected active",
      ]),
    Case(
      "the same by its id", "#2",
      [
        "2 tab.opened opened,page,shown", "3 page.titled title", "8 tab.pinned place,pinned",
        "19 tab.selected active",
      ]),
    Case(
      "a closed tab", "#17", ["17 tab.opened opened,page", "18 tab.closed closed"]),
    Case("an entry", "entry #5", ["5 navigation.committed entry,page", "6 page.titled title"]),
    Case("the zoom of a site", "zoom b.example", ["11 zoom.siteSet zoom"]),
    Case("of its address", "zoom https://b.example/x", ["11 zoom.siteSet zoom"]),
    Case("of a tab that has its own", "zoom 2", ["12 zoom.temporarySet zoom"]),
    Case("a default that was not changed", "zoom default", []),
    Case("a site without a zoom", "zoom a.example", []),
    Case(
      "a bookmark", "bookmark 2",
      ["14 bookmark.added added,title,URL", "15 bookmark.edited tags"]),
    Case("a group", "group 1", ["9 group.created made,title"]),
    Case(
      "a window", "window 1",
      ["1 window.opened opened", "2 tab.opened focus", "19 tab.selected active tab"]),
    Case("a setting", "historyLimit", ["16 setting.changed value"]),
    Case("a setting that nobody set", "setting homePage", []),
  ])
  func `the events that decided`(row: Case<String, [String]>) throws {
    let found = try why(row.input)
    #expect(found == row.expected, "\(found)")
  }

  @Test func `undone events decided nothing`() throws {
    #expect(try why("historyLimit", after: "set historyLimit 9 ; undo") == why("historyLimit"))
    #expect(try why("2", after: "mute 2").contains("20 tab.muted muted"))
    #expect(try !why("2", after: "mute 2 ; undo").contains("20 tab.muted muted"))
  }

  @Test func `a tab's temporary zoom has its own cause`() throws {
    #expect(try why("zoom", after: "tab 2") == ["12 zoom.temporarySet zoom"])
  }

  @Test(arguments: ["tab", "zoom #x", "bookmark #x", "#0", "1 2 3"])
  func `an invalid subject is rejected`(thing: String) throws {
    var context = try memoryShell()
    try context.run("open")
    #expect(try context.run("why '\(thing)'").hasPrefix("THING must be a tab (3), an id (#4711)"))
  }

  @Test func `a subject that never existed is rejected`() throws {
    var context = try memoryShell()
    try context.run("open")
    #expect(
      try context.run("why #99")
        == "Nothing has the id #99 now; “show 99” shows the event, “log --tab #99” lists events "
        + "about it."
    )
    #expect(
      try context.run("why zoom a b c") == "No open tab has “a b c”; “tabs --all” lists the tabs.")
    #expect(try context.run("why zoom") == "No event has changed it.\n")
  }

  @Test func `at a past moment, the causes of that moment are listed`() throws {
    var context = try memoryShell()
    try context.run("open a.example ; page title A ; mute 1 ; page title B ; unmute 1 ; close")
    try context.run("at 4")
    context.presentation.printsJSON = true
    let then = try context.run("why")
    #expect(then.contains(#""sequence":3"#) && then.contains(#""decided":["muted"]"#))
    #expect(!then.contains(#""sequence":5"#))
    try context.run("now")
    #expect(try context.run("why #2").contains(#""decided":["closed"]"#))
  }
}
