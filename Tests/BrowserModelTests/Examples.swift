import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// The examples of the documentation, with the same lines.
struct Examples {
  @Test func `a browser decides an action and folds its events`() throws {
    var log = MemoryEvents()
    let now: Int64 = 1_700_000_000_000
    // example: ProfileState
    var state = ProfileState()
    let draft = try state.decide(
      .open(OpenTab(Destination("https://example.com/"))), next: log.next, text: log)
    let batch = BatchID(log.next)
    for body in draft.bodies {
      let event = Event(sequence: log.next, batch: batch, milliseconds: now, body: body)
      log.append(event, words: draft.bytes)
      state.apply(event)
    }
    let urls = state.browser.tabs.map { state.browser.url(of: $0, text: log) }
    // end
    #expect(urls == ["https://example.com/"])
    #expect(state.browser.sequence == EventID(2))
    #expect(state.brokenInvariants().isEmpty)
  }

  @Test func `a browser shows its tabs`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab(Destination("https://example.com/"))))
    let (state, log) = (driver.state, driver.log)
    // example: Browser
    var urls: [String] = []
    for tab in state.browser.tabs {
      urls.append(state.browser.url(of: tab, text: log))
    }
    // end
    #expect(urls == ["https://example.com/"])
  }

  @Test func `a library is the fold of the same events`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab(Destination("https://example.com/"))))
    try driver.perform(.addBookmark(NewBookmark(.folder, title: "Reading")))
    let events = driver.events
    // example: Library
    var library = Library()
    for event in events { library.apply(event) }
    let folders = library.bookmarks.all.filter { $0.kind == .folder }
    // end
    #expect(folders.count == 1)
    #expect(library == driver.library)
  }

  @Test func `an action is refused with a code and a sentence`() throws {
    let log = MemoryEvents()
    let state = ProfileState()
    // example: Action
    var refusal: Refusal?
    do throws(Refusal) {
      _ = try state.decide(.closeTabs([TabID(7)]), next: log.next, text: log)
    } catch {
      refusal = error  // noSuchTab: There is no open tab #7.
    }
    // end
    #expect(refusal == Refusal(.noSuchTab, "There is no open tab #7."))
  }

  @Test func `tabs open at an address, at the start page and from a link`() throws {
    var driver = ModelDriver()
    try driver.perform(.openWindow())
    let window = driver.browser.focusedWindow
    let tab = try #require(driver.browser.tabs.first).id
    // example: OpenTab
    let typed = OpenTab(Destination("https://example.com/"))
    let startPage = OpenTab(window: window)
    let link = Destination("https://example.com/about", transition: .link)
    let background = OpenTab(link, place: .backgroundLink(from: tab), isLoading: true)
    // end
    for action in [typed, startPage, background] { try driver.perform(.open(action)) }
    let urls = driver.browser.tabs.map { driver.browser.url(of: $0, text: driver.log) }
    #expect(
      urls == ["about:start", "https://example.com/about", "https://example.com/", "about:start"])
    #expect(driver.browser.tabs.map { $0.status } == [.complete, .loading, .complete, .complete])
  }

  @Test func `a bookmark is added in a new folder`() throws {
    var driver = ModelDriver()
    let (state, log) = (driver.state, driver.log)
    // example: NewBookmark
    let bookmark = NewBookmark(
      .bookmark, title: "Swift", url: "https://swift.org/", tags: ["language"],
      newFolders: ["Programming"])
    let draft = try state.decide(.addBookmark(bookmark), next: log.next, text: log)
    // end
    driver.append(draft)
    let titles = driver.library.bookmarks.all.map { driver.log.text(.title, of: $0.title) }
    #expect(titles == ["Programming", "Swift"])
  }

  @Test func `a draft holds events and their texts`() {
    // example: Draft
    var draft = Draft()
    var visit = PageVisited()
    visit.url = draft.text("https://example.com/")
    visit.transition = .typed
    draft.append(.page(.visited(visit)))
    // end
    #expect(draft.bodies == [.page(.visited(visit))])
    #expect(String(decoding: draft.bytes[visit.url.range], as: UTF8.self) == "https://example.com/")
  }

  @Test func `the differences between two states are changes`() throws {
    var driver = ModelDriver()
    let before = driver.browser
    try driver.perform(.open(OpenTab()))
    let after = driver.browser
    // example: Browser.changes(to:)
    var opened: [TabID] = []
    for case .tab(let tab, .opened) in before.changes(to: after) { opened.append(tab) }
    // end
    #expect(opened == after.tabs.map { $0.id })
  }

  @Test func `a browser is restored from its snapshot`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab(Destination("https://example.com/"))))
    let state = driver.state
    // example: Browser.snapshot()
    let snapshot = state.browser.snapshot()
    let copy = Browser(snapshot: snapshot.span.bytes)
    // end
    #expect(copy == state.browser)
  }

  @Test func `an id is an event with the kind of the thing that it created`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    let opened = driver.events[1]
    // example: TypedID
    let tab = TabID(opened.sequence)  // the tab that the event opened
    let event = tab.event  // the event that opened the tab
    // end
    #expect(driver.browser.tabs.map { $0.id } == [tab])
    #expect(event == opened.sequence)
  }
}
