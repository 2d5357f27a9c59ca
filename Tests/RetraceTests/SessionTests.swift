import Retrace
import RetraceStore
import TestSupport
import Testing

/// States with their texts, in the present and at other moments.
@Suite(.serialized) struct SessionTests {
  @Test func `windows and tabs have their texts`() throws {
    let store = Store.inMemory()
    let first = try store.open("swift.org")
    try store.perform(.reportTitle(first, "Swift"))
    try store.perform(.pin(first, true))
    let second = try store.open("what is an event log")
    try store.perform(.openWindow())
    let windows = try store.session.windows
    #expect(
      windows.map(\.description) == [
        """
        window #1
            #2  Swift — https://swift.org/
          ▸ #5  https://duckduckgo.com/?q=what+is+an+event+log
        """,
        "window #6\n  ▸ #7  about:start",
      ])
    #expect(windows.map(\.isFocused) == [false, true])
    #expect(windows[0].activeTab?.id == second)
    #expect(windows[0].tabs.map(\.isPinned) == [true, false])
    #expect(try store.session.tab(first) == windows[0].tabs[0])
    #expect(try store.session.window(WindowID(6)) == windows[1])
    #expect(try store.session.activeTab == windows[1].tabs[0])
    #expect(try store.session.tab(TabID(99)) == nil)
    #expect(try store.session.address(of: second) == "what is an event log")
    #expect(try store.session.description == windows.map(\.description).joined(separator: "\n"))
  }

  @Test func `tabs of another device have their texts, and can be taken over`() throws {
    let (desk, phone) = (Store.inMemory(), Store.inMemory())
    var (deskSharing, phoneSharing) = (DeviceSharing(of: desk), DeviceSharing(of: phone))
    try deskSharing.join(as: 1, named: "desk")
    try phoneSharing.join(as: 2, named: "phone")
    let tab = try phone.open("swift.org")
    try phone.perform(.reportTitle(tab, "Swift"))
    try deskSharing.receive(try phoneSharing.batches())
    let session = try #require(try desk.session(ofDevice: 2))
    #expect(session.description.contains("Swift — https://swift.org/"))
    #expect(try desk.session(ofDevice: 3) == nil)
    let there = try #require(session.state.browser.tabs.first)
    try desk.perform(.take(TakenTab(there)))
    #expect(try desk.session.activeTab?.title == "Swift")
  }

  @Test func `a history knows the current entry of its tab`() throws {
    let store = Store.inMemory()
    let tab = try store.open("a.example")
    try store.go("b.example")
    try store.go("c.example", in: tab)
    try store.perform(.step(tab, by: -1))
    let session = try store.session
    #expect(try session.entries(of: tab).map(\.offset) == [-1, 0, 1])
    #expect(
      try session.entries(of: tab).map(\.description)
        == ["  https://a.example/", "▸ https://b.example/", "  https://c.example/"])
    let shown = try #require(try session.tab(tab))
    #expect(shown.url == "https://b.example/" && shown.canGoBack && shown.canGoForward)
    try store.perform(.travel(tab, by: -1))
    #expect(try store.session.tab(tab)?.canGoBack == false)
    // The value is unchanged.
    #expect(try session.tab(tab) == shown)
  }

  @Test func `a session is a value, and undo restores its content`() throws {
    let store = Store.inMemory()
    let tab = try store.open("a.example")
    let before = try store.session
    #expect(try store.session == before)
    try store.perform(.closeTabs([tab]))
    let closed = try store.session
    #expect(closed != before)
    #expect(try closed.closed.map(\.pages) == [before.tabs.map(\.page)])
    try store.undo()
    let undone = try store.session
    #expect(undone != before)
    #expect(before.changes(to: undone) == [] && undone.state.hasSameContent(as: before.state))
    #expect(try before.tabs == undone.tabs)
    try store.redo()
    #expect(undone.changes(to: try store.session) == before.changes(to: closed))
    let other = Store.inMemory()
    #expect(try other.session != Store.inMemory().session)
  }

  @Test func `other moments have their own texts`() throws {
    var now: Int64 = 1_000
    let store = try Store(EventLog()) { now }
    let tab = try store.open("a.example")
    try store.perform(.reportTitle(tab, "Once"))
    now = 2_000
    try store.perform(.reportTitle(tab, "Later"))
    #expect(try store.session.tab(tab)?.title == "Later")
    #expect(try store.session(at: .after(EventID(3))).tab(tab)?.title == "Once")
    #expect(try store.session(at: .after(EventID(2))).tab(tab)?.title == nil)
    #expect(try store.session(at: .start).tabs == [])
    #expect(try store.session(asOf: 1_999).tab(tab)?.title == "Once")
    #expect(try store.session(asOf: 2_000) == store.session)
    #expect(try store.session(asOf: 999).tabs == [])
    #expect(try store.session(of: store.whatIf(skipping: [tab.event])).tabs == [])
  }

  @Test func `bookmarks form a tree, and typed text can open them`() throws {
    let store = Store.inMemory()
    try store.perform(
      .addBookmark(
        NewBookmark(
          .bookmark, title: "Bugs", url: "https://bugs.example/%s", tags: ["work", "daily"],
          keyword: "bug", note: "two\nlines", newFolders: ["Projects"])))
    try store.perform(.addBookmark(NewBookmark(.separator)))
    try store.perform(.set(.searchTemplate, "https://search.example/?q={searchTerms}"))
    try store.perform(.set(.searchEngines, "w=https://w.example/?s={searchTerms}"))
    let session = try store.session
    let bookmarks = try session.bookmarks
    #expect(
      bookmarks.map(\.description) == ["Projects/\n  Bugs — https://bugs.example/%s", "---"])
    let bug = try #require(bookmarks.first?.children.first)
    #expect(try session.allBookmarks.map(\.kind) == [.bookmark, .separator])
    #expect(try session.allBookmarks.first == bug)
    #expect(bug.tags == ["work", "daily"] && bug.keyword == "bug" && bug.note == "two\nlines")
    #expect(bug.page.missingReason == nil && bookmarks[0].url == nil)
    #expect(try session.destination("bug 42").url == "https://bugs.example/42")
    #expect(try session.destination("w swift").url == "https://w.example/?s=swift")
    let search = try session.destination("red shoes")
    #expect(search.url == "https://search.example/?q=red+shoes")
    #expect(search.searchWords == "red shoes" && search.transition == .generated)
    #expect(try session.setting(.searchTemplate) == "https://search.example/?q={searchTerms}")
    #expect(try session.setting(.homePage) == nil)
    #expect(try session.destination("about:start").transition == .startPage)
  }

  @Test func `typed text without a destination is refused with the reason`() throws {
    let store = Store.inMemory()
    let failure = #expect(throws: Refusal.self) { try store.open("javascript:alert(1)") }
    #expect(failure?.message == "Addresses that begin with javascript: are not opened.")
    #expect(try store.session.sequence == .nothing)
    try store.go("a.example")
    #expect(try store.session.tabs.map(\.url) == ["https://a.example/"])
  }

  @Test func `groups have titles`() throws {
    let store = Store.inMemory()
    let tab = try store.open("a.example")
    try store.open("b.example")
    try store.perform(.group([tab], title: "Swift", color: .blue))
    let group = try #require(try store.session.groups.first)
    #expect(group.title == "Swift" && group.color == .blue && !group.isCollapsed)
    #expect(try store.session.tabs.map(\.group) == [group.id, nil])
    try store.perform(.changeGroup(group.id, title: ""))
    #expect(try store.session.groups.map(\.title) == [nil])
  }

  @Test func `events are described`() throws {
    let store = Store.inMemory()
    let tab = try store.open("https://a.example/")
    try store.go("https://b.example/", in: tab)
    try store.perform(.travel(tab, by: -1))
    try store.perform(.reportTitle(tab, "A"))
    try store.perform(.mute(tab, true))
    #expect(
      try store.notes(about: .tab(tab)).map { $0.sentence() } == [
        "opened https://a.example/", "went to https://b.example/",
        "went to another page of its history", "titled a page “A”", "muted it",
      ])
    let first = try #require(try store.note(of: tab.event))
    #expect(first.sentence() == "opened https://a.example/" && first.event.sequence == tab.event)
    #expect(try store.note(of: store.session.sequence)?.sentence(calling: "A") == "muted A")
    #expect(try store.note(of: EventID(99)) == nil)
    try store.perform(.zoomDefault(ZoomLevel(percent: 125)))
    try store.perform(.set(.homePage, "https://home.example/"))
    #expect(
      try store.notes(about: .defaultZoom).map { $0.sentence() } == [
        "set the default zoom to 125 %"
      ])
    #expect(
      try store.notes(about: .setting(.homePage)).map { $0.sentence() }
        == ["set it to https://home.example/"])
  }

  @Test func `zoom has an origin`() throws {
    let store = Store.inMemory()
    let tab = try store.open("a.example")
    try store.perform(.zoomSite(host: "a.example", ZoomLevel(percent: 125)))
    let zoom = try #require(try store.session.zoom(of: tab))
    #expect(zoom.level == ZoomLevel(percent: 125) && zoom.decider == .site)
    #expect(zoom.source == EventID(3) && zoom.host == "a.example")
  }

  @Test func `private windows have their own session`() throws {
    let store = Store.inMemory()
    try store.open("a.example")
    let tab = try store.open("secret.example", isPrivate: true)
    #expect(tab.isPrivate)
    #expect(try store.session.tabs.map(\.url) == ["https://a.example/"])
    let session = store.privateSession
    #expect(try session.tabs.map(\.url) == ["https://secret.example/"])
    try store.perform(.reportTitle(tab, "Secret"))
    #expect(try store.privateSession.tab(tab)?.title == "Secret")
    #expect(try session.tab(tab)?.title == nil)
    #expect(try store.session(at: .after(session.sequence)) == session)
    #expect(
      try store.notes(about: .tab(tab)).map(\.kind) == [
        "tab.opened", "page.titled",
      ])
  }

  // MARK: Missing texts

  @Test func `forgotten text is marked, also in earlier sessions`() throws {
    let store = Store.inMemory()
    let tab = try store.open("https://gone.example/")
    try store.perform(.reportTitle(tab, "Gone"))
    try store.open("https://stays.example/")
    let both = try store.open("https://stays.example/first")
    try store.go("https://gone.example/second", in: both)
    let behind = try store.open("https://gone.example/third")
    try store.go("https://stays.example/fourth", in: behind)
    #expect(try store.session.tab(behind)?.canGoBack == true)
    try store.perform(
      .addBookmark(NewBookmark(.bookmark, title: "Gone", url: "https://gone.example/")))
    let before = try store.session
    try store.forget(.site("gone.example"))
    let page = try #require(try before.tab(tab)?.page)
    #expect(page.missingReason == .forgotten && page.url == nil && page.title == nil)
    #expect(page.description == "a forgotten page")
    #expect(try before.entries(of: tab) == [])
    // The nearest page that was not forgotten is shown.
    let shown = try #require(try before.tab(both))
    #expect(shown.url == "https://stays.example/first" && !shown.canGoForward)
    #expect(try before.entries(of: both).map(\.offset) == [0])
    // Back skips it.
    #expect(try before.tab(behind)?.canGoBack == false)
    #expect(try before.bookmarks.map(\.page.missingReason) == [.forgotten])
    #expect(try store.session.bookmarks == [])
  }

  @Test func `unreadable text is reported`() throws {
    let folder = try TemporaryFolder()
    let store = try Store(profile: folder.profile)
    let tab = try store.open("https://a.example/")
    try store.perform(.reportTitle(tab, "A"))
    let other = try store.open("https://b.example/")
    let session = try store.session
    try store.log.write { writer in try writer.rewrite(at: 3, with: [0xFF]) }
    #expect(
      try session.tab(tab)?.page
        == Session.Page(url: "https://a.example/", title: nil, missingReason: .damaged))
    try store.log.write { writer in try writer.rewrite(at: 2, with: [0xFF]) }
    let page = try #require(try session.tab(tab)?.page)
    #expect(page == Session.Page(url: nil, title: nil, missingReason: .damaged))
    #expect(page.description == "a page that cannot be read")
    #expect(try session.tab(other)?.page.missingReason == nil)
  }

  // MARK: Processes and threads

  @Test func `a profile is created, and events of another process are included`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/not/yet/there"
    let store = try Store(profile: path)
    let probe = try ProbeProcess(program: "StoreProbe", arguments: ["serve", path, "0"])
    #expect(try probe.ask("open http://b.example/") == "2")
    #expect(try store.session.tabs.map(\.url) == ["http://b.example/"])
    var changes = store.changes().makeAsyncIterator()
    #expect(try probe.ask("open http://c.example/") == "3")
    let change = try #require(try await changes.next())
    #expect(change.changes.contains(.tab(TabID(3), .opened(Place(in: EventID(1), at: 1)))))
    #expect(try store.session.tab(TabID(3))?.url == "http://c.example/")
  }

  @Test func `a session can be used in any thread`() async throws {
    let folder = try TemporaryFolder()
    let store = try Store(profile: folder.profile)
    for number in 0..<20 { try store.open("https://\(number).example/") }
    let session = try store.session
    let reading = Task.detached { try (0..<200).map { _ in try session.tabs.compactMap(\.url) } }
    for number in 20..<120 { try store.open("https://\(number).example/") }
    let urls = (0..<20).map { "https://\($0).example/" }
    for seen in try await reading.value { #expect(seen == urls) }
    #expect(try store.session.tabs.count == 120)
  }

  @Test func `a session can be used after its store, and keeps the profile open`() throws {
    let folder = try TemporaryFolder()
    func read() throws -> Session {
      let store = try Store(profile: folder.profile)
      try store.open("a.example")
      return try store.session
    }
    var session: Session? = try read()
    #expect(try session?.tabs.map(\.url) == ["https://a.example/"])
    let failure = #expect(throws: LogError.self) { try Store(profile: folder.profile) }
    #expect(failure?.reason == .alreadyOpen)
    session = nil
    #expect(try Store(profile: folder.profile).session.tabs.count == 1)
  }

  @Test func `an opened tab is identified by its commit`() throws {
    let store = Store.inMemory()
    let opened = try store.perform(.open(OpenTab()))
    #expect(opened.openedTab == TabID(2))
    #expect(try store.perform(.pin(TabID(2), true)).openedTab == nil)
  }
}
