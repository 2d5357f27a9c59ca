import BrowserModel
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Compaction and forgetting, which is a compaction, copy the stored states.
@Suite struct CarriedCheckpointTests {
  private static let sentinel = Sentinel("qzkxj")
  private static let site = "qzkxj.example"
  /// The maximum number of events to fold from a stored state.
  private static let stride = 1_024

  /// Fills a profile with some thousand events, a few of which contain the sentinel, including at a
  /// stored state.
  private func fill(_ profile: TestProfile) throws {
    let store = try profile.store()
    var actions = RandomActions(seed: 3)
    try store.open("http://www.qzkxj.example/gift")
    let kept = try store.perform(
      .addBookmark(NewBookmark(.bookmark, title: "Kept", url: "http://kept.example/"))
    ).sequence
    var edit = BookmarkEdit(tags: ["t"], keyword: "k")
    edit.note = "seen on http://www.qzkxj.example/"
    try store.perform(.editBookmark(BookmarkID(kept), edit))
    while store.browser.sequence.rawValue < 2_500 {
      let newest = store.browser.sequence.rawValue
      if newest % 1_024 > 1_020 {
        try store.open("http://www.qzkxj.example/\(newest)")
      } else {
        let action = actions.next(try store.readState())
        try store.perform(RandomStep.action(action, by: .user))
      }
    }
  }

  private func expectDefinition(_ store: Store, _ events: [Event]) throws {
    for point in [1_030, 1_500, 2_047, 2_048, 2_300] {
      let moment = EventID(Int32(point))
      let (browser, folded) = try store.countedBrowser(at: .after(moment))
      let naive = NaiveTimeline(events[..<point])
      #expect(folded < Self.stride, "at \(point)")
      #expect(browser == naive.browser, "at \(point)")
    }
    #expect(try store.readState() == NaiveTimeline(events).state)
  }

  @Test func `a compaction copies all derived data`() throws {
    let profile = try TestProfile()
    try fill(profile)
    var before: [[UInt8]: [UInt8]] = [:]
    do {
      let store = try profile.store()
      before = try store.log.checkpoints()
      #expect(Set(before.keys.map { $0[0] }).isSuperset(of: [1, 3]))
      try store.log.compact()
      #expect(try store.log.checkpoints() == before)
      try store.open("http://behind.example/")
      try expectDefinition(store, store.events())
    }
    let store = try profile.store()
    #expect(store.openedAt.rawValue > 2_000)
    #expect(try store.log.checkpoints() == before)
    try expectDefinition(store, store.events())
  }

  @Test func `forgetting copies the states and drops the index of pages`() throws {
    let profile = try TestProfile()
    try fill(profile)
    do {
      let store = try profile.store()
      #expect(try !store.pages(PageQuery()).isEmpty)
      let before = try store.log.checkpoints()
      #expect(before.keys.contains { $0[0] == UInt8(ascii: "V") })
      try store.forget(.site(Self.site))
      let after = try store.log.checkpoints()
      #expect(Set(after.keys) == Set(before.keys.filter { $0[0] != UInt8(ascii: "V") }))
      #expect(after.values.allSatisfy { !Self.sentinel.isIn($0) })
      #expect(try Self.sentinel.found(in: profile.path) == [])
      try expectDefinition(store, store.events())
      #expect(try store.pages(PageQuery()).allSatisfy { !$0.url.contains("qzkxj") })
      #expect(try store.log.checkpoints().keys.contains { $0[0] == UInt8(ascii: "V") })
    }
    let store = try profile.store()
    #expect(store.openedAt.rawValue > 2_000)
    try expectDefinition(store, store.events())
  }

  @Test func `stored states stay within their budget if large windows close and reopen`()
    throws
  {
    let profile = try TestProfile()
    let store = try profile.store()
    let count = 150
    try store.perform(
      all: (0..<count).map { .open(OpenTab(Destination("http://\($0).example/"))) })
    let window = try #require(store.browser.windowOrder.first)
    for _ in 0..<13 {
      try store.perform(all: (0..<100).flatMap { _ in [.closeWindow(window), .reopen(nil)] })
    }
    let events = try store.events()
    #expect(events.count > 2_700)
    let kept = try store.log.checkpoints()
    let sessions = kept.keys.filter { $0[0] == CheckpointPart.browser.rawValue }
    #expect(sessions.count == 2)
    #expect(kept.values.reduce(0) { $0 + $1.count } < 40 * events.count)
    let (browser, folded) = try store.countedBrowser(at: .after(EventID(2_600)))
    #expect(folded < Self.stride)
    #expect(browser.tabCount == NaiveTimeline(events[..<2_600]).browser.tabCount)
    #expect(store.recordingFailure == nil)
  }
}
