import Retrace
import RetraceSessions
import TestSupport
import Testing

/// Titles of actions and labeled moments.
@Suite struct MomentTests {
  @Test func `undo and redo have titles`() throws {
    let store = Store.inMemory()
    #expect(try store.undoTitle == nil && store.redoTitle == nil)
    let tab = try store.open("https://swift.org/")
    #expect(try store.undoTitle == "opened https://swift.org/")
    try store.perform(.reportTitle(tab, "Swift"))
    try store.open("https://a.example/")
    let both = try store.session.tabs.map(\.id)
    try store.perform(.closeTabs([tab]))
    #expect(try store.undoTitle == "closed Swift")
    try store.undo()
    #expect(try store.redoTitle == "closed Swift")
    #expect(try store.undoTitle == "opened https://a.example/")
    try store.perform(.closeTabs(both))
    #expect(try store.undoTitle == "closed https://a.example/ and 1 more")
    #expect(try store.redoTitle == nil)
    try store.undo()
    try store.perform(asOne: [.pin(tab, true), .mute(tab, true)], named: "hush")
    #expect(try store.undoTitle == "hush")
    try store.perform(.mute(tab, false), by: Origin(agent: "tidier"))
    #expect(try store.undoTitle == "unmuted Swift (by tidier)")
    try store.perform(.openWindow())
    #expect(try store.undoTitle == "opened a window")
    #expect(try store.title(of: BatchID(999)) == nil)
  }

  @Test func `titles of private actions`() throws {
    let store = Store.inMemory()
    let window = try store.openWindow("https://secret.example/", isPrivate: true)
    #expect(window.isPrivate)
    #expect(try store.undoTitle == "opened https://secret.example/")
    let tab = try #require(try store.privateSession.window(window)?.activeTab).id
    try store.perform(asOne: [.pin(tab, true), .mute(tab, true)], named: "hush")
    #expect(try store.undoTitle == "hush")
    try store.undo()
    #expect(try store.privateSession.tab(tab)?.isPinned == false)
    #expect(try store.moments == [])
  }

  @Test func `moments lead to the sessions that their labels describe`() throws {
    let store = Store.inMemory()
    let tab = try store.open("https://swift.org/")
    try store.perform(.reportTitle(tab, "Swift"), by: Origin(.page))
    try store.perform(.follow(tab, Destination("https://swift.org/blog", transition: .link)))
    try store.perform(.reportTitle(tab, "Blog"), by: Origin(.page))
    try store.perform(asOne: [.pin(tab, true), .mute(tab, true)], by: Origin(agent: "tidier"))
    try store.undo(agent: "tidier")
    try store.perform(.closeTabs([tab]))
    let moments = try store.moments
    #expect(
      moments.map(\.label) == [
        "opened https://swift.org/", "went to https://swift.org/blog", "muted Blog",
        "undid: muted Blog", "closed Blog",
      ])
    #expect(moments.map(\.agent) == [nil, nil, "tidier", nil, nil])
    let sessions = try moments.map { try store.session(at: $0.moment) }
    #expect(
      try sessions.map { try $0.tab(tab)?.title } == ["Swift", "Blog", "Blog", "Blog", nil])
    #expect(try sessions.map { try $0.tab(tab)?.isPinned } == [false, false, true, false, nil])
    #expect(moments.last?.newest == (try store.session.sequence))
    #expect(moments[2].id == moments[2].id && moments[2].description == "muted Blog (by tidier)")
    try store.undo(event: moments[4].id.event)
    #expect(try store.session.tab(tab)?.title == "Blog")
  }

  @Test func `a label names the page that the tab showed`() throws {
    let store = Store.inMemory()
    let tab = try store.open("https://a.example/")
    try store.perform(.reportTitle(tab, "A"), by: Origin(.page))
    try store.go("https://b.example/", in: tab)
    try store.perform(.step(tab, by: -1))
    #expect(try store.undoTitle == "went to A")
    try store.perform(.step(tab, by: 1))
    try store.perform(.mute(tab, true))
    try store.perform(.step(tab, by: -1))
    try store.perform(.closeTabs([tab]))
    #expect(
      try store.moments.map(\.label) == [
        "opened https://a.example/", "went to https://b.example/", "went to A",
        "went to https://b.example/", "muted https://b.example/", "went to A", "closed A",
      ])
  }

  @Test func `only the newest moments are listed, and an update adds what a new list has`() throws {
    let store = Store.inMemory()
    var list = MomentList(limit: 3)
    var tabs: [TabID] = []
    for number in 0..<12 {
      let tab = try store.open("https://\(number).example/")
      try store.perform(.reportTitle(tab, "Page \(number)"), by: Origin(.page))
      tabs.append(tab)
      if number % 3 == 2 { try store.perform(.closeTabs([tabs[number - 1]])) }
      try list.update(from: store)
      #expect(list.moments == (try store.moments(limit: 3)))
    }
    #expect(
      list.moments.map(\.label) == [
        "opened https://10.example/", "opened https://11.example/", "closed Page 10",
      ])
    #expect(try store.moments(limit: 1).map(\.label) == ["closed Page 10"])
  }

  @Test func `notes are listed in pages, newest first`() throws {
    let store = Store.inMemory()
    for number in 0..<5 { try store.open("https://\(number).example/") }
    let all = try store.notes(limit: 1_000)
    #expect(all.count == Int(try store.session.sequence.rawValue))
    #expect(all.map(\.id) == all.map(\.id).sorted(by: >))
    var pages: [EventID] = []
    while case let page = try store.notes(before: pages.last, limit: 4), !page.isEmpty {
      pages += page.map(\.id)
    }
    #expect(pages == all.map(\.id))
    #expect(try store.notes(limit: 0).isEmpty)
  }

  @Test func `the tabs that a tab opened form a tree`() throws {
    let store = Store.inMemory()
    let root = try store.open("https://a.example/")
    let link = Destination("https://b.example/", transition: .link)
    let child = try #require(
      try store.perform(.open(OpenTab(link, place: .backgroundLink(from: root)))).openedTab)
    let session = try store.session
    #expect(try session.children(of: nil).map(\.id) == [root])
    #expect(try session.children(of: root).map(\.id) == [child])
    #expect(try session.tab(child)?.opener == root && session.tab(root)?.opener == nil)
  }

  @Test func `windows have bounds and names`() throws {
    let store = Store.inMemory()
    let bounds = Session.Window.Bounds(x: 1, y: 2, width: 640, height: 480)
    let first = try store.openWindow(bounds: bounds)
    let second = try store.openWindow("https://a.example/", bounds: bounds)
    try store.perform(.nameWindow(second, "Work"))
    let windows = try store.session.windows
    #expect(windows.map(\.id) == [first, second] && windows.map(\.bounds) == [bounds, bounds])
    #expect(windows.map(\.title) == [nil, "Work"])
    #expect(try store.perform(.open(OpenTab())).openedWindow == nil)
    #expect(try store.session.window(store.openWindow())?.bounds == nil)
  }

  @Test func `search engines are items`() throws {
    let store = Store.inMemory()
    #expect(try store.session.searchEngines.isEmpty)
    let template = try #require(SearchTemplate("https://w.example/find it?q={searchTerms}"))
    let engine = try #require(SearchEngine(keyword: "w", template: template))
    try store.perform(.setSearchEngines([engine]))
    #expect(try store.session.searchEngines.map(\.id) == ["w"])
    #expect(try store.session.destination("w swift").url == "https://w.example/find%20it?q=swift")
    try store.perform(.setDefaultSearch(template))
    #expect(try store.session.defaultSearch == template)
    try store.perform(asOne: [.setSearchEngines([]), .setDefaultSearch(nil)])
    #expect(try store.session.searchEngines.isEmpty)
    #expect(try store.session.defaultSearch == .standard)
  }

  @Test func `a private batch is not mixed with durable actions`() throws {
    let store = Store.inMemory()
    let bookmark = NewBookmark(.bookmark, title: "A", url: "https://a.example/")
    let refusal = #expect(throws: Refusal.self) {
      try store.perform(asOne: [.open(OpenTab()), .addBookmark(bookmark)], isPrivate: true)
    }
    #expect(refusal?.code == .notAllowed)
    #expect(try store.session.tabs.isEmpty && store.privateSession.tabs.isEmpty)
    try store.perform(asOne: [.open(OpenTab()), .open(OpenTab())], isPrivate: true)
    #expect(try store.session.tabs.isEmpty && store.privateSession.tabs.count == 2)
  }
}
