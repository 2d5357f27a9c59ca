import BrowserModel
import Notation
import RetraceStore
import Testing

@testable import Live

/// Tabs that a browser does not bring back after its start.
struct UnrestoredTabsTests {
  private let browser: BrowserScript
  private var store: Store { browser.store }

  init() throws {
    browser = try BrowserScript()
    try browser.open("https://a.example/")
    try browser.start()
    try browser.open("https://b.example/")
    try browser.open("https://c.example/")
    browser.restoringPatience = .zero
  }

  /// Ends the browser and starts it again with only some of its tabs.
  private func restart(keeping count: Int) throws {
    try browser.session.end()
    browser.tabs.removeSubrange(count...)
    browser.active = browser.tabs.last?.id ?? 0
    try browser.start()
    try browser.session.passTime()
  }

  @Test func tabsThatDidNotComeBackAreListedAndReopened() throws {
    try restart(keeping: 1)
    let tabs = try UnrestoredTabs(in: store, of: ["profile"])
    #expect(tabs.pages.map(\.url) == ["https://b.example/", "https://c.example/"])
    try tabs.reopen(in: store)
    try browser.followProfile()
    #expect(
      browser.tabs.map(\.url) == ["https://a.example/", "https://b.example/", "https://c.example/"])
    #expect(try UnrestoredTabs(in: store, of: ["profile"]).pages.isEmpty)
  }

  @Test func aBrowserThatRestoresAllTabsHasNoneLeft() throws {
    try restart(keeping: 3)
    #expect(try UnrestoredTabs(in: store, of: ["profile"]).pages.isEmpty)
  }

  @Test func tabsThatTheUserClosesAreNotMissing() throws {
    try restart(keeping: 3)
    try browser.close(browser.tabs[2].id)
    #expect(store.browser.closed.count == 1)
    #expect(try UnrestoredTabs(in: store, of: ["profile"]).pages.isEmpty)
  }

  @Test func thePopupReopensThem() throws {
    try restart(keeping: 2)
    try browser.session.receive(
      .object([
        ("kind", .string("ask")), ("question", .string("state")), ("popup", .string("1")),
      ]))
    #expect(browser.session.messages.last?["state"]?["unrestored"] == .integer(1))
    browser.session.messages = []
    try browser.send(
      .object([("kind", .string("ask")), ("question", .string("repair")), ("popup", .string(""))]))
    #expect(browser.tabs.map(\.url).last == "https://c.example/")
  }
}
