import BrowserModel
import EventCoding
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// The author, cause, name and key of actions, and preconditions.
@Suite struct OriginTests {
  private static let agent = Origin(.user, via: .script, agent: "tidier", cause: EventID(1))

  /// Returns the author, agent, cause, name and key of every event.
  private func origins(_ store: Store) throws -> [String] {
    var lines: [String] = []
    try store.visitLog(isPrivate: false) { event, words in
      let parts = [event.agent, event.batchName, event.batchKey].map { text in
        text.isPresent ? words(text) : "-"
      }
      lines.append(
        "\(event.sequence.rawValue) \(parts.joined(separator: " ")) \(event.cause.rawValue)")
      return true
    }
    return lines
  }

  @Test func `each event contains the program that acted, and the cause`() throws {
    let profile = try TestProfile()
    do {
      let store = try profile.store()
      let tab = try store.open("http://a.example/")
      try store.perform(.pin(tab, true), by: Self.agent)
      try store.undo(by: Self.agent)
    }
    #expect(
      try origins(try profile.store())
        == ["1 - - - 0", "2 - - - 0", "3 tidier - - 1", "4 tidier - - 1"])
  }

  @Test func `events written one by one record their author`() throws {
    let store = try Store.inMemory()
    try store.append(by: Origin(.import, agent: "mover")) { batch in
      var visit = PageVisited()
      visit.url = Text(start: 0, count: 4)
      try batch.append(.page(.visited(visit)), words: ContiguousArray("http".utf8))
      try batch.append(.session(.ended))
    }
    #expect(try origins(store) == ["1 mover - - 0", "2 mover - - 0"])
  }

  // MARK: Combined actions

  @Test func `combined actions are one named batch, and one undo reverts them`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let tab = try store.open("http://a.example/")
    let before = store.browser
    let done = try store.perform(
      asOne: [
        .open(OpenTab(Destination("http://b.example/"))), .pin(tab, true),
        .zoomSite(host: "c.example", ZoomLevel(percent: 125)),
        .addBookmark(NewBookmark(.bookmark, title: "D", url: "http://d.example/")),
      ], named: "tidy up", by: Self.agent)
    #expect(done.events.map(\.batch) == Array(repeating: BatchID(3), count: done.events.count))
    #expect(done.events.count == 4)
    #expect(done.string(done.events[0].batchName) == "tidy up")
    #expect(done.string(done.events[0].body.text(.url)) == "http://b.example/")
    #expect(done.string(done.events[3].body.text(.title)) == "D")
    #expect(
      try origins(store)[2...].map { $0 } == [
        "3 tidier tidy up - 1", "4 tidier - - 1", "5 tidier - - 1", "6 tidier - - 1",
      ])
    #expect(try store.readState() == NaiveTimeline(try store.events()).state)
    try store.undo()
    #expect(store.browser.hasSameContent(as: before))
  }

  @Test func `a later action of a batch sees the effect of an earlier one`() throws {
    let store = try Store.inMemory()
    let next = TabID(2)  // The first event opens a window.
    try store.perform(asOne: [
      .open(OpenTab(Destination("http://a.example/page"))),
      .go(next, Destination("http://a.example/page#part")),
      .zoom(next, .set(ZoomLevel(percent: 150))),
    ])
    let urls = try store.read { text in
      store.browser.tab(next)?.entries.map { store.browser.url(of: $0, text: text) }
    }
    #expect(urls == ["http://a.example/page", "http://a.example/page#part"])
    #expect(store.browser.zoom.sites.set.count == 1)
  }

  @Test func `a refusal writes nothing of combined actions`() throws {
    let store = try Store.inMemory()
    try store.open()
    let records = try store.records()
    let refused = try refusal {
      try store.perform(asOne: [.open(OpenTab()), .pin(TabID(99), true)])
    }
    #expect(refused?.code == .noSuchTab)
    #expect(try store.records() == records)
  }

  // MARK: Preconditions

  @Test func `an action on changed targets is rejected, with the conflicting events`() throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://a.example/")
    let second = try store.open("http://b.example/")
    let seen = store.browser.sequence
    try store.perform(.go(tab, Destination("http://c.example/")))
    try store.perform(.pin(second, true))
    let refused = try refusal {
      try store.perform(.closeTabs([tab]), if: Precondition(unchangedSince: seen))
    }
    #expect(
      refused
        == Refusal(
          .changedSince, "The target of this action was changed after event #3, by #4.",
          events: [EventID(4)]))
    #expect(store.browser.tabCount == 2)
    let third = try store.open("http://d.example/")
    try store.perform(.mute(third, true), if: Precondition(unchangedSince: third.event))
    try store.perform(.closeTabs([tab]), if: Precondition(unchangedSince: EventID(4)))
    #expect(store.browser.tabs.map(\.id) == [second, third])
  }

  @Test func `the targets of an undo are those of the reverted actions`() throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://a.example/")
    try store.perform(.pin(tab, true))
    let seen = store.browser.sequence
    try store.undo()
    let refused = try refusal {
      try store.perform(.mute(tab, true), if: Precondition(unchangedSince: seen))
    }
    #expect(refused?.events == [seen.advanced(by: 1)])
  }

  @Test(arguments: [
    (Action.reopen(nil), [Int32]()), (.go(nil, Destination("http://x.example/")), [2]),
    (.zoomSite(host: "x.example", ZoomLevel(percent: 50)), [3]),
    (.set(.homePage, "http://x.example/"), []), (.openWindow(), []),
  ])
  func `an action without a target conflicts with changes of what it depends on`(
    _ action: Action, _ touched: [Int32]
  ) throws {
    let store = try Store.inMemory()
    try store.perform(.closeTabs([try store.open()]))
    let seen = store.browser.sequence
    try store.open("http://a.example/")
    try store.perform(.zoomSite(host: "a.example", ZoomLevel(percent: 150)))
    let refused = try refusal {
      try store.perform(action, if: Precondition(unchangedSince: seen))
    }
    #expect(refused?.events ?? [] == touched.map { seen.advanced(by: $0) })
  }

  @Test func `a precondition cannot name an event that does not exist yet`() throws {
    let store = try Store.inMemory()
    let tab = try store.open()
    let refused = try refusal {
      try store.perform(.pin(tab, true), if: Precondition(unchangedSince: EventID(7)))
    }
    #expect(refused?.code == .outOfRange)
  }

  @Test func `a private action is compared with the private log`() throws {
    let store = try Store.inMemory()
    try store.perform(.openWindow(), isPrivate: true)
    let tab = try #require(store.privateBrowser.tabs.first).id
    let seen = store.privateBrowser.sequence
    try store.perform(.mute(tab, true))
    let refused = try refusal {
      try store.perform(.pin(tab, true), if: Precondition(unchangedSince: seen))
    }
    #expect(refused?.events == [seen.advanced(by: 1)])
    let keyed = try refusal { try store.perform(.pin(tab, true), if: Precondition(key: "k")) }
    #expect(keyed?.code == .notAllowed)
  }

  // MARK: Keys

  @Test func `a repeated request with a key returns the first result`() throws {
    let profile = try TestProfile()
    let open = Action.open(OpenTab(Destination("http://a.example/")))
    var first: Commit?
    do {
      let store = try profile.store()
      let done = try store.perform(open, if: Precondition(key: "k1"))
      let again = try store.perform(open, if: Precondition(key: "k1"))
      #expect(again.events.map(\.sequence) == done.events.map(\.sequence))
      #expect(again.events.compactMap { again.string($0.body.text(.url)) } == ["http://a.example/"])
      try store.undo()
      first = done
    }
    let store = try profile.store()
    #expect(try store.perform(open, if: Precondition(key: "k1")).sequence == first?.sequence)
    #expect(store.browser.tabCount == 0)
    try store.perform(open, if: Precondition(key: "k2"))
    #expect(store.browser.tabCount == 1)
    #expect(try store.events().count == 5)
  }

  @Test func `a key that was used for a different request is rejected, even after a restart`()
    throws
  {
    let profile = try TestProfile()
    let open = Action.open(OpenTab(Destination("http://a.example/")))
    let first = Precondition(key: "k", request: "open a")
    let other = Precondition(key: "k", request: "close b")
    do {
      let store = try profile.store()
      try store.perform(open, if: first)
      #expect(try store.perform(open, if: first).sequence == EventID(2))
      let refused = try refusal { try store.perform(open, if: other) }
      #expect(refused?.code == .keyUsed)
      #expect(refused?.events == [EventID(1)])
    }
    let store = try profile.store()
    #expect(try refusal { try store.perform(open, if: other) }?.code == .keyUsed)
    #expect(try refusal { try store.undo(if: other) }?.code == .keyUsed)
    #expect(try refusal { try store.mark("m", if: other) }?.code == .keyUsed)
    #expect(try store.perform(open, if: first).sequence == EventID(2))
    // A client that does not specify a request accepts any answer.
    #expect(try store.perform(open, if: Precondition(key: "k")).sequence == EventID(2))
    #expect(try store.events().count == 2)
  }

  @Test func `a rejected request with a key can be repeated`() throws {
    let store = try Store.inMemory()
    let pin = Action.pin(TabID(2), true)
    #expect(try refusal { try store.perform(pin, if: Precondition(key: "k")) }?.code == .noSuchTab)
    try store.open()
    try store.perform(pin, if: Precondition(key: "k"))
    #expect(store.browser.tabs.map(\.isPinned) == [true])
  }

  // MARK: Forgetting

  @Test func `forgetting erases action names that contain a site, and keeps the authors`() throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://a.example/")
    try store.perform(asOne: [.pin(tab, true)], named: "pin b.example", by: Self.agent)
    try store.perform(
      asOne: [.open(OpenTab(Destination("http://b.example/")))], named: "look", by: Self.agent)
    try store.perform(asOne: [.mute(tab, true)], named: "hush", by: Self.agent)
    try store.forget(ForgettingRequest(.site("b.example"), includesMentions: true))
    #expect(
      try origins(store).prefix(5) == [
        "1 - - - 0", "2 - - - 0", "3 tidier - - 1", "4 tidier - - 1", "5 tidier hush - 1",
      ])
  }
}
