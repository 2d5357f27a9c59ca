import BrowserModel
import Exchange
import Notation
import RetraceStore
import Testing

@testable import Live

/// Orders that the browser refuses or that the user has overtaken: the model follows the browser
/// again, and the log and the user are told.
struct UnfulfilledOrderTests {
  private let browser: BrowserScript
  private var store: Store { browser.store }
  private static let refused = JSON.object([("failed", .string("No"))])
  private static let overtaken = JSON.object([("overtaken", .bool(true))])

  init() throws {
    browser = try BrowserScript()
    try browser.open("https://a.example/")
    try browser.open("https://b.example/")
    try browser.start()
  }

  private func tabs() -> [TabID] { store.browser.windows.flatMap(\.tabs) }

  /// The actors and names of the actions since an event.
  private func log(after event: EventID) throws -> [String] {
    var lines: [String] = []
    try store.visitLog(
      isPrivate: false, from: event.advanced(by: 1), through: store.browser.sequence
    ) {
      event, words in
      if event.batchName.isPresent { lines.append("\(event.actor): \(words(event.batchName))") }
      return true
    }
    return lines
  }

  @Test func aRefusedPinIsTakenBack() throws {
    browser.unfulfilled = ["pin": Self.refused]
    try store.perform(.pin(tabs()[0], true))
    let newest = store.browser.sequence
    try browser.followProfile()
    #expect(store.browser.tab(tabs()[0])?.isPinned == false)
    #expect(try log(after: newest) == ["engine: The browser refused a change by another program."])
    #expect(browser.session.notices == ["Tab #\(tabs()[0].rawValue) could not be pinned: No"])
    #expect(browser.orders == ["pin"], "It is not tried again.")
  }

  @Test func aTabThatTheBrowserKeepsIsReopened() throws {
    let former = tabs()
    browser.unfulfilled = [
      "close": .object([
        (
          "kept",
          .array([
            .object([("tab", .integer(browser.tabs[0].id)), ("failed", .string("No"))])
          ])
        )
      ])
    ]
    try store.perform(.closeTabs([former[0]]))
    try browser.followProfile()
    #expect(tabs() == former)
    #expect(try browser.model == ["[https://a.example/]", "[https://b.example/]"])
    #expect(browser.session.notices == ["Tab #\(former[0].rawValue) could not be closed: No"])
  }

  @Test func aTabThatCannotBeOpenedIsClosed() throws {
    browser.unfulfilled = ["open": Self.refused]
    try store.perform(.open(OpenTab(Destination("https://c.example/"))))
    try browser.followProfile()
    #expect(tabs().count == 2)
    #expect(browser.session.notices.count == 1)
    browser.unfulfilled = [:]
    try browser.followProfile()
    #expect(browser.tabs.count == 2)
  }

  @Test func aRefusedStepIsTakenBack() throws {
    let tab = browser.tabs[1].id
    try browser.load("https://c.example/", in: tab)
    browser.unfulfilled = ["travel": Self.refused]
    try store.perform(.travel(tabs()[1], by: -1))
    try browser.followProfile()
    #expect(try browser.model[1] == "https://b.example/ [https://c.example/]")
  }

  /// The refused page does not stay ahead, and the pages ahead of the former one are still there.
  @Test func aRefusedLoadLeavesTheListAsItWas() throws {
    let tab = browser.tabs[1].id
    try browser.load("https://c.example/", in: tab)
    try browser.go(-1, in: tab)
    let model = try browser.model
    browser.unfulfilled = ["load": Self.refused]
    try store.perform(.go(tabs()[1], Destination("https://d.example/")))
    try browser.followProfile()
    #expect(try browser.model == model)
    #expect(browser.session.notices.count == 1)
    #expect(browser.orders == ["load"])
    browser.unfulfilled = [:]
    try browser.go(1, in: tab)
    #expect(try browser.model[1] == "https://b.example/ [https://c.example/]")
  }

  /// A batch with other changes is not undone because of the load.
  @Test func aRefusedLoadInALargerActionIsLeft() throws {
    browser.unfulfilled = ["load": Self.refused]
    try store.perform(asOne: [
      .pin(tabs()[1], true), .go(tabs()[1], Destination("https://d.example/")),
    ])
    try browser.followProfile()
    #expect(browser.tabs.contains { $0.isPinned && $0.url == "https://b.example/" })
    #expect(store.browser.tab(tabs()[0])?.index == 0)
  }

  /// A removed bookmark that the user has just changed stays in the browser and in the model.
  @Test func aBookmarkThatTheUserHasChangedIsKept() throws {
    let browser = try BrowserScript()
    browser.bookmarks = ScriptedBookmarks()
    try browser.open("https://a.example/")
    try browser.start()
    _ = browser.bookmarks?.create("A", "https://a.example/")
    try browser.sendBookmarks()
    let library = try browser.store.readLibrary().bookmarks
    let bar = try #require(library.top.first)
    let id = try #require(library.children(of: bar).first)
    browser.unfulfilled = ["removeBookmark": Self.overtaken]
    try browser.store.perform(.removeBookmark(id, all: false))
    try browser.followProfile()
    #expect(browser.orders == ["removeBookmark"])
    #expect(try browser.store.readLibrary().bookmarks.children(of: bar).count == 1)
  }

  @Test func aZoomThatTheUserHasOvertakenFollowsTheBrowser() throws {
    let tab = browser.tabs[0].id
    try browser.zoom(11_000, in: tab)
    browser.unfulfilled = ["zoom": Self.overtaken]
    try store.perform(.zoomSite(host: "a.example", ZoomLevel(percent: 150)))
    try browser.followProfile()
    try browser.zoom(12_500, in: tab)
    let level = try browser.session.recording.level(ofSite: "a.example", in: store.browser)
    #expect(level == ZoomLevel(percent: 125))
    #expect(browser.former["zoom"] == .integer(11_000))
  }

  /// The window is recorded where the user has put it.
  @Test func anOvertakenFocusNamesTheFormerWindow() throws {
    try browser.open("https://c.example/", window: 2)
    let other = try #require(store.browser.windows.first { $0.tabs.contains(tabs()[0]) })
    browser.unfulfilled = ["focus": Self.overtaken, "place": Self.overtaken]
    try store.perform(.focusWindow(other.id))
    try store.perform(
      .placeWindow(
        other.id, bounds: Window.Bounds(x: 1, y: 2, width: 300, height: 400), showState: .normal))
    try browser.followProfile()
    #expect(browser.former["focus"] == .integer(2))
    #expect(browser.former["place"]?["state"] == .string("normal"))
    #expect(store.browser.focusedWindow != other.id)
  }

  /// The user has loaded a page just before another program went back.
  @Test func theUserWins() throws {
    let tab = browser.tabs[1].id
    try browser.load("https://c.example/", in: tab)
    try store.perform(.travel(tabs()[1], by: -1))
    let newest = store.browser.sequence
    browser.unfulfilled = ["travel": Self.overtaken]
    try browser.followProfile()
    try browser.load("https://d.example/", in: tab)
    #expect(
      try browser.model[1] == "https://b.example/ https://c.example/ [https://d.example/]")
    #expect(
      try log(after: newest)
        == ["user: The user was faster than another program, whose change was dropped."])
    let id = tabs()[1].rawValue
    #expect(
      browser.session.notices == [
        "Tab #\(id) was changed in the browser just before another program did so. "
          + "The change in the browser was kept."
      ])
  }

  @Test func thePopupShowsASentenceOnce() throws {
    browser.unfulfilled = ["pin": Self.refused]
    try store.perform(.pin(tabs()[0], true))
    try browser.followProfile()
    func notice() throws -> JSON? {
      try browser.session.receive(
        .object([
          ("kind", .string("ask")), ("question", .string("state")), ("popup", .string("1")),
        ]))
      return browser.session.messages.removeFirst()["notice"]
    }
    #expect(try notice() != nil)
    #expect(try notice() == nil)
  }

  @Test func addressesInReasonsAreNotKept() throws {
    browser.unfulfilled = ["pin": .object([("failed", .string("Illegal: https://a.example/"))])]
    try store.perform(.pin(tabs()[0], true))
    try browser.followProfile()
    #expect(browser.session.notices == ["Tab #\(tabs()[0].rawValue) could not be pinned."])
  }
}
