import BrowserModel
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

/// Many actions in one transaction. All of them are performed, or none.
@Suite struct ManyActionsTests {
  private let actions: [Action] = [
    .open(OpenTab(Destination("http://a.example/"))),
    .zoomSite(host: "a.example", ZoomLevel(percent: 125)),
    .open(OpenTab(Destination("http://b.example/"))),
  ]

  @Test func `each action is a separate batch`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    let done = try store.perform(all: actions)
    let batches = done.map { $0.events.map(\.batch) }
    #expect(batches == [[1, 1], [3], [4]].map { $0.map { BatchID($0) } })
    #expect(try store.readState() == NaiveTimeline(try store.events()).state)
    try store.undo()
    #expect(store.browser.tabCount == 1)
    #expect(store.browser.zoom.sites.set.count == 1)
  }

  @Test func `a private action cannot be combined with others`() throws {
    let profile = try TestProfile()
    let store = try profile.store()
    try store.perform(.openWindow(), isPrivate: true)
    let tab = try #require(store.privateBrowser.tabs.first).id
    let refused = try refusal { try store.perform(all: actions + [.pin(tab, true)]) }
    #expect(refused?.code == .notAllowed)
    #expect(try store.readState() == ProfileState())
  }

  @Test func `a refusal in the middle writes nothing`() throws {
    let profile = try TestProfile()
    var before: ProfileState?
    do {
      let store = try profile.store()
      try store.open()
      before = try store.readState()
      let records = try store.records()
      let refused = try refusal {
        try store.perform(all: actions + [.pin(TabID(99), true)] + actions)
      }
      #expect(refused?.code == .noSuchTab)
      #expect(try store.readState() == before)
      #expect(try store.records() == records)
    }
    #expect(try profile.store().readState() == before)
  }

  /// A site that a discarded transaction has named must be named again.
  @Test func `a site named in a discarded batch is named again`() throws {
    let store = try Store.inMemory()
    _ = try refusal { try store.perform(all: actions + [.pin(TabID(99), true)]) }
    try store.perform(.zoomDefault(ZoomLevel(percent: 110)))
    try store.perform(.zoomSite(host: "a.example", ZoomLevel(percent: 125)))
    let site = try #require(store.browser.zoom.sites.set.first)
    #expect(site.name == EventID(2))
    #expect(try store.readState() == NaiveTimeline(try store.events()).state)
  }

  /// The transaction is repeated when the map has grown.
  @Test func `a repeated transaction performs nothing twice`() throws {
    let profile = try TestProfile()
    let store = try profile.store(mapBytes: 256 << 10)
    let url = "http://a.example/" + String(repeating: "x", count: 20_000)
    let again = actions.map { action -> Action in
      if case .zoomSite(let host, _) = action {
        return .zoomSite(host: host, ZoomLevel(percent: 110))
      }
      return action
    }
    let many = actions + (0..<40).map { _ in .open(OpenTab(Destination(url))) } + again
    let done = try store.perform(all: many)
    #expect(done.count == many.count)
    #expect(try store.log.statistics().mapBytes > 256 << 10)
    #expect(try store.events().map(\.sequence) == done.flatMap(\.events).map(\.sequence))
    #expect(store.browser.tabCount == 44)
    #expect(try store.readState() == NaiveTimeline(try store.events()).state)
    try store.perform(.zoomSite(host: "a.example", ZoomLevel(percent: 150)))
    #expect(store.browser.zoom.sites.namedCount == 1)
  }

  @Test func `no private data is written`() throws {
    let store = try Store.inMemory()
    let tab = try store.open(isPrivate: true)
    for action in [
      .pin(tab, true), .closeTabs([tab]), .duplicate(tab),
      .open(OpenTab(place: .backgroundLink(from: tab))), .zoomTemporarily(tab, .stepIn),
    ] as [Action] {
      #expect(try refusal { try store.perform(all: [action]) } != nil)
    }
    #expect(try store.records().isEmpty)
  }
}
