import BrowserModel
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// A log that is long enough for a second thread to read ahead.
@Suite struct ReadAheadTests {
  private static let batchCount = 60
  private static let actionsABatch = 1_000

  /// Writes about sixty thousand events: tabs, navigations, titles, travels and closings.
  private func fill(_ profile: TestProfile) throws -> EventID {
    try fill(try profile.store())
  }

  private func fill(_ store: Store) throws -> EventID {
    var random = SplitMix64(seed: 7)
    for _ in 0..<20 { try store.open("http://start.example/") }
    for _ in 0..<Self.batchCount {
      let tabs = store.browser.tabs.map(\.id)
      var actions: [Action] = []
      for number in 0..<Self.actionsABatch {
        let tab = tabs[Int(random.next() % UInt64(tabs.count))]
        actions.append(
          number % 4 == 0
            ? .reportTitle(tab, "Title \(number)")
            : .go(tab, Destination("http://a.example/\(random.next() % 1_000_000)")))
      }
      actions.append(.closeTabs([tabs[0]]))
      actions.append(.open(OpenTab()))
      try store.perform(all: actions)
    }
    return store.browser.sequence
  }

  @Test func `a long log folds to the same state, around damaged records`() throws {
    let damaged: [Int32] = [511, 512, 513, 30_000, 30_001]
    let profile = try TestProfile()
    let newest = try fill(profile)
    #expect(newest.rawValue > 50_000)
    do {
      let store = try profile.store()
      #expect(try store.readState() == NaiveTimeline(try store.events()).state)
      #expect(store.timeline.damaged.isEmpty)
      try store.log.write { writer in
        for number in damaged { try writer.rewrite(at: UInt64(number), with: [0xFF]) }
        try writer.removeCheckpoints()
      }
    }
    let store = try profile.store()
    #expect(store.timeline.damaged == damaged.map { EventID($0) })
    #expect(try store.readState().hasSameContent(as: NaiveTimeline(try store.events()).state))
  }

  @Test func `an undo in a long log refolds it`() throws {
    let profile = try TestProfile()
    _ = try fill(profile)
    let store = try profile.store()
    let before = try store.readState()
    try store.open("http://undone.example/")
    try store.undo()
    #expect(try store.readState().hasSameContent(as: before))
  }

  @Test func `an undo in a long log in memory refolds it`() throws {
    let store = try Store.inMemory()
    _ = try fill(store)
    let before = try store.readState()
    try store.open("http://undone.example/")
    try store.undo()
    #expect(try store.readState().hasSameContent(as: before))
  }
}
