import BrowserModel
import EventLog
import Session
import TestSupport
import Testing

/// Many actions in one transaction: all of them or none.
@Suite struct ManyActionsTests {
  private let wishes: [Action] = [
    .open(OpenTab(Destination("http://a.example/"))),
    .zoomSite(host: "a.example", ZoomLevel(percent: 125)),
    .open(OpenTab(Destination("http://b.example/"))),
  ]

  @Test func `each action is a batch of its own`() throws {
    let profile = try TestProfile()
    let session = try profile.session()
    let done = try session.perform(all: wishes)
    let batches = done.map { $0.events.map(\.batch) }
    #expect(batches == [[1, 1], [3], [4]].map { $0.map { EventID($0) } })
    #expect(session.browser == NaiveTimeline(try session.events()).browser)
    try session.undo()
    #expect(session.browser.tabCount == 1)
    #expect(session.browser.zoom.sites.set.count == 1)
  }

  @Test func `a refusal in the middle leaves nothing of any`() throws {
    let profile = try TestProfile()
    var before: Browser?
    do {
      let session = try profile.session()
      try session.open()
      before = session.browser
      let records = try session.records()
      let refused = try refusal {
        try session.perform(all: wishes + [.pin(EventID(99), true)] + wishes)
      }
      #expect(refused?.code == .noSuchTab)
      #expect(session.browser == before)
      #expect(try session.records() == records)
    }
    #expect(try profile.session().browser == before)
  }

  /// What the given-up transaction had named must be named again.
  @Test func `a site named in what was given up is named anew`() throws {
    let session = try Session.inMemory()
    _ = try refusal { try session.perform(all: wishes + [.pin(EventID(99), true)]) }
    try session.perform(.zoomDefault(ZoomLevel(percent: 110)))
    try session.perform(.zoomSite(host: "a.example", ZoomLevel(percent: 125)))
    let site = try #require(session.browser.zoom.sites.set.first)
    #expect(site.name == EventID(2))
    #expect(session.browser == NaiveTimeline(try session.events()).browser)
  }

  /// The transaction runs again when the map has grown.
  @Test func `a transaction that runs again does nothing twice`() throws {
    let profile = try TestProfile()
    let session = try profile.session(mapBytes: 256 << 10)
    let url = "http://a.example/" + String(repeating: "x", count: 20_000)
    let again = wishes.map { wish -> Action in
      if case .zoomSite(let host, _) = wish {
        return .zoomSite(host: host, ZoomLevel(percent: 110))
      }
      return wish
    }
    let many = wishes + (0..<40).map { _ in .open(OpenTab(Destination(url))) } + again
    let done = try session.perform(all: many)
    #expect(done.count == many.count)
    #expect(try session.log.statistics().mapBytes > 256 << 10)
    #expect(try session.events().map(\.sequence) == done.flatMap(\.events).map(\.sequence))
    #expect(session.browser.tabCount == 44)
    #expect(session.browser == NaiveTimeline(try session.events()).browser)
    try session.perform(.zoomSite(host: "a.example", ZoomLevel(percent: 150)))
    #expect(session.browser.zoom.sites.namedCount == 1)
  }

  @Test func `nothing private gets into it`() throws {
    let session = try Session.inMemory()
    let tab = try session.open(isPrivate: true)
    for wish in [
      .pin(tab, true), .closeTabs([tab]), .duplicate(tab),
      .open(OpenTab(place: .backgroundLink(from: tab))), .zoomTemporarily(tab, .stepIn),
    ] as [Action] {
      #expect(try refusal { try session.perform(all: [wish]) } != nil)
    }
    #expect(try session.records().isEmpty)
  }
}
