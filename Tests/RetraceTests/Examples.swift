import Foundation
import Retrace
import TestSupport
import Testing

/// The examples of the documentation, with the same lines.
@Suite struct Examples {
  @Test func `the front page`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.profile
    // example: README.md
    let store = try Store(profile: path)  // or Store.inMemory()
    let tab = try store.open("swift.org")  // typed text: an address or a search
    try store.perform(.reportTitle(tab, "Swift"))
    for tab in try store.session.tabs { print(tab) }  // #2  Swift — https://swift.org/

    let before = try store.session  // a value, which later actions do not change
    try store.perform(asOne: [.pin(tab, true), .mute(tab, true)], named: "hush")
    try store.undo()  // both at once
    print(before.changes(to: try store.session))  // []
    try store.perform(.closeTabs([tab]))
    print(try store.session(at: .after(before.sequence)))  // the window with its tab, as it was

    for try await change in store.changes(since: before.sequence) {
      print(change.commits.count)  // the commits of this program and others
      if try store.session.tabs.isEmpty { break }
    }
    // end
    #expect(try before.tabs.map(\.description) == ["#2  Swift — https://swift.org/"])
    #expect(try store.session(at: .after(before.sequence)) == before)
    #expect(try store.session.description == "no window")
  }

  @Test func `two sessions and their differences`() throws {
    let store = Store.inMemory()
    // example: Session
    let before = try store.session
    try store.open("swift.org")
    let after = try store.session
    let urls = try after.tabs.map(\.url)  // https://swift.org/
    let changes = before.changes(to: after)  // a window and a tab opened, focus moved
    // end
    #expect(urls == ["https://swift.org/"])
    #expect(
      changes == [
        .window(WindowID(1), .opened(index: 0)), .focus(from: .nothing, to: WindowID(1)),
        .tab(TabID(2), .opened(Place(in: EventID(1), at: 0))),
      ])
  }

  @Test func `data of an embedder`() throws {
    let store = Store.inMemory()
    let tab = try store.open("swift.org")
    // example: setValue
    try store.setValue(Array("read later".utf8), named: "app.note", of: .tab(tab))
    let note = try store[tab, "app.note"]
    // end
    #expect(note == Array("read later".utf8))
  }

  @Test func `another moment`() throws {
    let store = Store.inMemory()
    let tab = try store.open("swift.org")
    // example: session(at:)
    let noon = try store.session.sequence
    try store.perform(.closeTabs([tab]))
    let urls = try store.session(at: Moment(newest: noon)).tabs.map(\.url)
    // end
    #expect(urls == ["https://swift.org/"])
    #expect(try store.session.tabs.isEmpty)
  }

  @Test func `the reason for a state`() throws {
    let store = Store.inMemory()
    let tab = try store.open("swift.org")
    // example: notes(about:)
    try store.perform(.pin(tab, true), by: Origin(agent: "tidier"))
    let notes = try store.notes(about: .tab(tab))
    let last = notes.last?.description  // #3 tab.pinned by user, tidier
    // end
    #expect(last == "#3 tab.pinned by user, tidier")
    #expect(notes.map { $0.sentence() } == ["opened https://swift.org/", "pinned it"])
    #expect(notes.map(\.event.sequence) == [EventID(2), EventID(3)])
  }

  @Test func `the dialogue with an engine`() throws {
    struct Engine {
      var tabs: [TabID] = []
      mutating func take(_ command: EngineCommand) { tabs.append(command.tab) }
    }
    let store = Store.inMemory()
    let tab = try store.open("swift.org")
    var engine = Engine()
    var driver = EngineDriver()
    let shown = try #require(store.browser.tab(tab)?.currentEntry).content
    let news = EngineReport.ViewEvent.titled(.entry(shown), "Swift")
    let report = EngineReport(tab: tab, number: 1, command: 1, news: news)
    // example: Session+Engine
    for command in try store.session.commands(of: &driver) { engine.take(command) }
    for action in try store.session.answer(to: report, of: &driver).actions {
      let written = try? store.perform(action, by: Origin(.engine))
      driver.performed(written?.events ?? [], in: store.browser)
    }
    // end
    #expect(engine.tabs == [tab])
    #expect(try store.session.tab(tab)?.title == "Swift")
  }

  @Test func `the trail of a tab`() throws {
    let store = Store.inMemory()
    let tab = try store.open("swift.org")
    try store.go("webkit.org", in: tab)
    // example: trail(of:)
    try store.perform(.step(tab, by: -1))
    try store.go("example.org", in: tab)
    let urls = try store.trail(of: tab).map(\.page.url)  // includes the page left by going back
    // end
    #expect(urls == ["https://swift.org/", "https://webkit.org/", "https://example.org/"])
  }

  @Test func `titles for a menu`() throws {
    let store = Store.inMemory()
    try store.open("swift.org")
    // example: undoTitle
    let item = try store.undoTitle.map { "Undo: \($0)" } ?? "Undo"
    let isEnabled = try store.undoTitle != nil
    // end
    #expect(item == "Undo: opened https://swift.org/" && isEnabled)
  }

  @Test func `labels for a slider`() throws {
    let store = Store.inMemory()
    let tab = try store.open("swift.org")
    try store.perform(.reportTitle(tab, "Swift"))
    // example: LabeledMoment
    try store.perform(.closeTabs([tab]))
    let labels = try store.moments.map(\.label)  // opened https://swift.org/, closed Swift
    let before = try store.moments[0].moment
    let urls = try store.session(at: before).tabs.map(\.url)
    // end
    #expect(labels == ["opened https://swift.org/", "closed Swift"])
    #expect(urls == ["https://swift.org/"])
  }

  @Test func `an agent is undone`() throws {
    let store = Store.inMemory()
    let tab = try store.open("swift.org")
    // example: undo(agent:)
    try store.perform(asOne: [.pin(tab, true), .mute(tab, true)], by: Origin(agent: "tidier"))
    let undone = try store.undo(agent: "tidier").results.count  // 1
    // end
    #expect(undone == 1)
  }

  @Test func `the errors of the library`() throws {
    let store = Store.inMemory()
    var (code, sentence) = ("", "")
    // example: RetraceError
    do {
      try store.open("javascript:alert(1)")
    } catch let error as any RetraceError {
      code = error.errorCode  // invalidAddress
      sentence = error.localizedDescription  // Addresses that begin with javascript: are not …
    }
    // end
    #expect(code == "invalidAddress" && sentence.hasPrefix("Addresses that begin with"))
  }

  @MainActor @Test func `a model for views`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.profile
    // example: SessionModel
    let model = try await SessionModel(profile: path)
    let tab = try await model.open("swift.org")
    try await model.perform(asOne: [.pin(tab, true), .mute(tab, true)], named: "hush")
    let title = model.undoTitle  // hush
    try await model.undo()
    let labels = model.moments.map(\.label)  // for a slider
    // end
    #expect(title == "hush")
    #expect(labels == ["opened https://swift.org/", "hush", "undid: hush"])
    // example: withStore
    let pages = try await model.withStore { store in try store.pages(containing: "swift") }
    // end
    #expect(pages.map(\.url) == ["https://swift.org/"])
  }

  @Test func `the article about stores`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.profile
    // example: UsingAStore 1
    let store = try Store(profile: path)  // or Store.inMemory()
    // end
    // example: UsingAStore 2
    let tab = try store.open("swift.org")  // typed text: an address or a search
    let window = try store.openWindow("what is an event log")
    let page = Destination("https://a.example/")
    let opened = try store.perform(.open(OpenTab(page, window: window)))
    let other = opened.openedTab  // and opened.openedWindow for a new window
    try store.go("https://b.example/", in: tab)
    try store.perform(.step(tab, by: -1))
    try store.perform(.group([tab], title: "Swift", color: .blue))
    try store.perform(asOne: [.pin(tab, true), .mute(tab, true)], named: "hush")
    // end
    #expect(other != nil)
    // example: UsingAStore 3
    try store.perform(.reportTitle(tab, "Swift"), by: Origin(.page))
    try store.perform(.pin(tab, false), by: Origin(agent: "tidier"))
    // end
    // example: UsingAStore 4
    let seen = try store.session.sequence
    try store.perform(.closeTabs([tab]), if: Precondition(unchangedSince: seen, key: "close-7"))
    // end
    // example: UsingAStore 5
    let title = try store.undoTitle  // closed Swift, or nil if there is nothing to undo
    try store.undo()
    try store.redo()
    try store.undo(event: tab.event, includingLater: true)
    try store.undo(agent: "tidier")
    // end
    #expect(title == "closed Swift")
    // example: UsingAStore 6
    let moments = try store.moments
    let before = try store.session(at: moments[0].moment)
    try store.restore(moments[0].moment)
    try store.mark("morning", at: moments[0].moment)
    // end
    #expect(try before.tabs.count == 1)
    // example: UsingAStore 7
    for note in try store.notes(about: .tab(tab)) { print(note, note.date) }
    let newest = try store.notes(limit: 20)
    let older = try store.notes(before: newest.last?.id, limit: 20)
    // end
    #expect(newest.count == 20 && !older.isEmpty)
    // example: UsingAStore 8
    for try await change in store.changes(since: seen) {
      for commit in change.commits { print(commit.batch, commit.name ?? "", commit.agent ?? "") }
      try store.acknowledge("mirror", through: change.sequence)
      if change.sequence == store.browser.sequence { break }
    }
    // end
    // example: UsingAStore 9
    let secret = try store.openWindow("https://a.example/", isPrivate: true)
    let privateTabs = try store.privateSession.tabs
    // end
    #expect(secret.isPrivate && privateTabs.count == 1)
    // example: UsingAStore 10
    let template = SearchTemplate("https://w.example/?q={searchTerms}")!
    try store.perform(.setSearchEngines([SearchEngine(keyword: "w", template: template)!]))
    let keywords = try store.session.searchEngines.map(\.keyword)
    // end
    #expect(keywords == ["w"])
    // example: UsingAStore 11
    let noted = try store.open("swift.org")
    try store.setValue(Array("read later".utf8), named: "app.note", of: .tab(noted))
    let note = try store[noted, "app.note"]
    // end
    #expect(note == Array("read later".utf8))
    // example: UsingAStore 12
    try store.forget(.site("a.example"))
    // end
    // example: UsingAStore 13
    do {
      try store.open("javascript:alert(1)")
    } catch let error as any RetraceError {
      print(error.errorCode, error.localizedDescription)
    }
    // end
  }

  @Test func `the article about sessions`() throws {
    let store = Store.inMemory()
    let earlier = try store.session
    let id = try store.open("swift.org")
    let link = Destination("https://swift.org/blog/", transition: .link)
    try store.perform(.open(OpenTab(link, place: .backgroundLink(from: id))))
    try store.perform(.group([id], title: "Swift"))
    // example: UsingSessions 1
    let session = try store.session
    for window in try session.windows {
      print(window.id, window.title ?? "", window.bounds as Any, window.isFocused, window.showState)
      for tab in window.tabs { print(tab.id, tab.title ?? "", tab.url ?? "", tab.isActive) }
    }
    let tabs = try session.tabs
    let active = try session.activeTab
    let tab = try session.tab(id)
    // end
    #expect(active?.id == id && tabs.count == 2)
    // example: UsingSessions 2
    if let tab {
      print(tab.isPinned, tab.isMuted, tab.canGoBack, tab.canGoForward, tab.status, tab.window)
      print(try session.address(of: tab.id))  // the text of the address field
      for entry in try session.entries(of: tab.id) { print(entry.offset, entry.page) }
    }
    let roots = try session.children(of: nil)  // the tabs that no open tab opened
    let children = try session.children(of: id)
    let opener = tab?.opener
    // end
    #expect(roots.map(\.id) == [id] && children.count == 1 && opener == nil)
    // example: UsingSessions 3
    for group in try session.groups { print(group.id, group.title ?? "", group.color) }
    for bookmark in try session.allBookmarks { print(bookmark.page, bookmark.tags) }
    for item in try session.closed { print(item.id, item.pages) }
    // end
    // example: UsingSessions 4
    for change in earlier.changes(to: session) {
      switch change {
      case .tab(let tab, .opened): print("opened \(tab)")
      case .tab(let tab, .closed): print("closed \(tab)")
      default: break
      }
    }
    // end
    // example: UsingSessions 5
    let data = try JSONEncoder().encode(session.windows)
    let copies = try JSONDecoder().decode([Session.Window].self, from: data)
    // end
    #expect(try copies == session.windows)
  }
}
