import Retrace
import TestSupport
import Testing

/// Queries of a front end with an engine.
@Suite struct EngineSessionTests {
  /// Performs the report of a view, as a front end does.
  private func report(
    _ news: EngineReport.ViewEvent, _ number: Int, _ tab: TabID, _ driver: inout EngineDriver,
    _ store: Store
  ) throws {
    let report = EngineReport(
      tab: tab, number: number, command: driver.newestCommand, news: news)
    for action in try store.session.answer(to: report, of: &driver).actions {
      let written = try store.perform(action, by: Origin(.engine))
      driver.performed(written.events, in: store.browser)
    }
  }

  @Test func `a view is created with the texts of its entries`() throws {
    let store = Store.inMemory()
    var driver = EngineDriver()
    let tab = try store.open("https://a.example/")
    try store.perform(.reportTitle(tab, "A"))
    try store.perform(.reportScroll(tab, x: 3, y: 640))
    try store.go("https://b.example/", in: tab)
    let session = try store.session
    let commands = try session.commands(of: &driver)
    guard case .create(let entries, index: 1) = try #require(commands.first).order else {
      Issue.record("\(commands)")
      return
    }
    let words = try session.engineEntries(entries)
    #expect(words.map(\.page.url) == ["https://a.example/", "https://b.example/"])
    #expect(words.map(\.page.title) == ["A", nil])
    #expect(words.map(\.scroll.y) == [640, 0])
    #expect(words.map(\.content) == entries.map(\.content))
  }

  @Test func `a failed load has a reason and a destination`() throws {
    let store = Store.inMemory()
    var driver = EngineDriver()
    let tab = try store.open("https://a.example/")
    let first = try store.session.commands(of: &driver)
    guard case .create(let entries, _) = try #require(first.first).order else { return }
    let item = EngineItem(.entry(entries[0].content), url: "https://a.example/")
    try report(.finished(EngineList([item], index: 0)), 1, tab, &driver, store)
    try store.perform(.startLoad(tab, Destination("https://gone.example/")))
    let orders = try store.session.commands(of: &driver).map(\.order)
    let wanted = try #require(store.browser.tab(tab)).wanted
    #expect(orders == [.load(wanted)])
    #expect(try store.session.url(of: wanted) == "https://gone.example/")
    #expect(try store.session.failure(of: tab) == nil)
    let failed = EngineReport.ViewEvent.failed(reason: "no such host", EngineList([item], index: 0))
    try report(failed, 2, tab, &driver, store)
    #expect(try store.session.failure(of: tab) == "no such host")
    #expect(try store.session.url(of: .nothing) == Destination.startPage)
  }

  @Test func `after two crashes, the active tabs and the tab that loaded last are suspects`() throws
  {
    let store = Store.inMemory()
    let tabs = try (0..<4).map { try store.open("https://\($0).example/") }
    for loaded in [[tabs[0]], [tabs[1]], []] {
      try store.perform(.openSession(frontEnd: "test"), by: Origin(.engine))
      for tab in loaded { try store.perform(.reload(tab, isLoading: true), by: Origin(.engine)) }
    }
    #expect(store.browser.health.isSuspect)
    // A run without loads is ignored, so the previous one counts.
    try store.perform(.openSession(frontEnd: "test"), by: Origin(.engine))
    #expect(try store.crashSuspects() == [tabs[3], tabs[1]])
    try store.perform(.closeTabs([tabs[1]]))
    #expect(try store.crashSuspects() == [tabs[3], tabs[0]])
  }

  @Test func `the picture of a page`() throws {
    let store = Store.inMemory()
    let tab = try store.open("https://a.example/")
    #expect(try store.session.picture(of: tab) == nil)
    try store.reportPicture(tab, [1, 2, 3])
    let before = try store.session
    try store.reportPicture(tab, [4])
    #expect(try store.session.picture(of: tab) == [4])
    #expect(try before.picture(of: tab) == [1, 2, 3])
  }

  @Test func `a trail contains pages left by Back`() throws {
    let store = Store.inMemory()
    let tab = try store.open("https://a.example/")
    try store.go("https://b.example/", in: tab)
    try store.perform(.step(tab, by: -1))
    try store.go("https://c.example/", in: tab)
    let trail = try store.trail(of: tab)
    #expect(
      trail.map(\.page.url) == ["https://a.example/", "https://b.example/", "https://c.example/"])
    #expect(trail.map(\.depth) == [0, 1, 0])
    #expect(trail.map(\.isCurrent) == [false, false, true])
    #expect(try store.trail(of: TabID(999)).isEmpty)
    let duplicate = try #require(try store.perform(.duplicate(tab)).events.first).sequence
    try store.go("https://d.example/", in: TabID(duplicate))
    #expect(
      try store.trail(of: TabID(duplicate)).map(\.page.url)
        == trail.map(\.page.url) + ["https://d.example/"])
  }
}
