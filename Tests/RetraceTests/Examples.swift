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
}
