import BrowserModel
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Stored states affect only how long operations take.
@Suite struct CheckpointTests {
  private static let length = 2_600

  /// Returns random actions, with occasional undos of recent and old actions.
  private static func log(seed: UInt64, hasUndo: Bool = true) -> ModelDriver {
    var driver = ModelDriver()
    var actions = RandomActions(seed: seed)
    while driver.events.count < length {
      if hasUndo, actions.random.once(in: 400),
        let event = driver.events.randomElement(using: &actions.random)
      {
        var named = BatchNamed()
        named.batch = event.batch
        var draft = Draft()
        draft.append(.time(actions.random.once(in: 3) ? .redone(named) : .undone(named)))
        driver.append(draft)
      }
      _ = driver.attempt(actions.next(driver.state))
    }
    return driver
  }

  private func write(_ driver: ModelDriver, to profile: TestProfile) throws {
    let store = try profile.store()
    try store.log.write { writer in
      var failure: (any Error)?
      driver.log.visitStored { _, record in
        do { try writer.append(record) } catch { failure = error }
        return failure == nil
      }
      if let failure { throw failure }
    }
    try store.catchUp()
  }

  @Test(arguments: [1, 2, 3])
  func `opening starts from a stored state, and results in the same state`(seed: Int) throws {
    let driver = Self.log(seed: UInt64(seed))
    let profile = try TestProfile()
    try write(driver, to: profile)
    let store = try profile.store()
    #expect(store.openedAt.exists)
    #expect(store.timeline.library == nil)
    #expect(try store.readState() == driver.state)
    #expect(store.timeline.undoneBatches == driver.timeline.undoneBatches)
    #expect(store.timeline.undoRecords == driver.timeline.undoRecords)
    #expect(try store.readState().brokenInvariants() == [])
  }

  @Test(arguments: [4, 5])
  func `any moment matches the definition, including undone batches`(seed: Int) throws {
    let driver = Self.log(seed: UInt64(seed))
    let profile = try TestProfile()
    try write(driver, to: profile)
    let store = try profile.store()
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<12 {
      let point = 1 + random.below(driver.events.count)
      var moment = try store.moment(.after(EventID(Int32(point))))
      let naive = NaiveTimeline(driver.events[..<point])
      #expect(try store.readState(of: &moment) == naive.state, "at \(point)")
      #expect(moment.undoneBatches == naive.undoneBatches, "at \(point)")
    }
  }

  @Test func `undo and redo of recent and old actions use stored states`() throws {
    let driver = Self.log(seed: 6)
    let profile = try TestProfile()
    try write(driver, to: profile)
    let store = try profile.store()
    var random = SplitMix64(seed: 6)
    for _ in 0..<12 {
      let event = random.pick(driver.events).sequence
      _ = try refusal { try store.undo(event: event) }
      if random.once(in: 3) { _ = try refusal { try store.redo(event: event) } }
      _ = try refusal { try store.undo() }
      #expect(try store.readState() == NaiveTimeline(try store.events()).state)
    }
  }

  @Test func `stored states may be removed, outdated or damaged`() throws {
    let driver = Self.log(seed: 7)
    let profile = try TestProfile()
    try write(driver, to: profile)
    try profile.store().log.write { writer in
      try writer.removeCheckpoints()
    }
    do {
      let store = try profile.store()
      #expect(!store.openedAt.exists)
      #expect(try store.readState() == driver.state)
    }
    try spoil(profile) { bytes in bytes[0] ^= 1 }
    #expect(!(try profile.store().openedAt.exists))
    #expect(try profile.store().openedAt.exists)
    try spoil(profile) { bytes in bytes[bytes.count / 2] ^= 1 }
    let store = try profile.store()
    #expect(!store.openedAt.exists)
    #expect(try store.readState() == driver.state)
    #expect(
      try store.moment(.after(EventID(2_400))).browser
        == NaiveTimeline(driver.events[..<2_400]).browser)
  }

  /// Changes every checkpoint.
  private func spoil(_ profile: TestProfile, _ change: (inout [UInt8]) -> Void) throws {
    let store = try profile.store()
    try store.log.write { writer in
      var key = [UInt8](repeating: .max, count: 9)
      while true {
        let found: ([UInt8], [UInt8])? = try writer.reader.withCheckpoint(
          atOrBefore: key, sharing: 0
        ) { ($0.copied, $1.copied) }
        guard let (former, kept) = found, former.count == 9 else { return }
        var bytes = kept
        change(&bytes)
        try writer.setCheckpoint(former, bytes)
        key = former
        key[8] &-= 1
        if former[8] == 0 { return }
      }
    }
  }

  @Test func `bookmarks and zoom that an opening did not read are restored`() throws {
    let driver = Self.log(seed: 9)
    let profile = try TestProfile()
    try write(driver, to: profile)
    let store = try profile.store()
    #expect(store.timeline.library == nil)
    let past = NaiveTimeline(driver.events, count: 2_000).state
    try store.restore(.after(EventID(2_000)), [.bookmarks, .zoom])
    #expect(try store.readLibrary().bookmarks == past.library.bookmarks)
    #expect(store.browser.zoom.default == past.browser.zoom.default)
    #expect(store.browser.zoom.sites.set.map(\.level) == past.browser.zoom.sites.set.map(\.level))
    try store.undo()
    #expect(try store.readState().hasSameContent(as: driver.state))
  }

  @Test func `a state that is read inside another read contains the bookmarks`() throws {
    let driver = Self.log(seed: 9)
    let profile = try TestProfile()
    try write(driver, to: profile)
    let store = try profile.store()
    #expect(store.timeline.library == nil)
    let state = try store.read { _ in Result { try store.readState() } }.get()
    #expect(state == driver.state)
  }

  @Test func `a branch uses the states of the branch that it forked from`() throws {
    let driver = Self.log(seed: 8)
    let profile = try TestProfile()
    try write(driver, to: profile)
    let store = try profile.store()
    var moment = try store.moment(.after(EventID(2_400)))
    let past = try store.readState(of: &moment)
    try store.branch("other", at: .after(EventID(2_400)))
    #expect(store.timeline.lineage.branch.exists == false)
    let named = try #require(
      try store.log.read { reader in
        store.timeline.named("other", reader)
      })
    guard case .branch(let branch) = named.meaning else { return #expect(Bool(false)) }
    try store.switchBranch(to: branch.id)
    #expect(try store.readState().hasSameContent(as: past))
    let tab = try #require(store.browser.tabs.first?.id)
    try store.perform(.go(tab, Destination("http://elsewhere.example/")))
    let there = try store.readState()
    try store.switchBranch(to: .nothing)
    #expect(try store.readState().hasSameContent(as: driver.state))
    try store.switchBranch(to: branch.id)
    #expect(try store.readState() == there)
  }

  @Test func `damaged checkpoints are dropped, counted and rewritten`() throws {
    let driver = Self.log(seed: 12)
    let profile = try TestProfile()
    try write(driver, to: profile)
    #expect(try profile.store().rejectedCheckpointCount() == 0)
    try spoil(profile, .timeline)
    do {
      let store = try profile.store()
      #expect(!store.openedAt.exists)
      #expect(try store.readState() == driver.state)
      #expect(try store.rejectedCheckpointCount() == 1)
    }
    #expect(try profile.store().openedAt.exists)
    #expect(try profile.store().rejectedCheckpointCount() == 1)
  }

  @Test func `if a state is damaged, an older state is used`() throws {
    let driver = Self.log(seed: 13, hasUndo: false)
    let profile = try TestProfile()
    try write(driver, to: profile)
    try spoil(profile, .browser, at: 2_048)
    let store = try profile.store()
    let (browser, folded) = try store.countedBrowser(at: .after(EventID(2_400)))
    #expect(folded < 2_400 - 1_000)
    let naive = NaiveTimeline(driver.events[..<2_400]).browser
    #expect(try store.moment(.after(EventID(2_400))).browser == naive)
    #expect(browser.tabCount == naive.tabCount)
    #expect(try store.rejectedCheckpointCount() == 1)
  }

  /// Changes a bit in the middle of the checkpoints of a part.
  private func spoil(
    _ profile: TestProfile, _ part: CheckpointPart, at moment: Int? = nil
  ) throws {
    let store = try profile.store()
    let all = try store.log.checkpoints().filter { key, _ in
      let number = key.suffix(4).reduce(0) { $0 << 8 | Int($1) }
      return key[0] == part.rawValue && number == moment ?? number
    }
    #expect(!all.isEmpty)
    try store.log.write { writer in
      for (key, bytes) in all {
        var bytes = bytes
        bytes[bytes.count / 2] ^= 1
        try writer.setCheckpoint(key, bytes)
      }
    }
  }

  @Test func `a first opening reports progress, and another opening does not`() throws {
    let driver = Self.log(seed: 14)
    let profile = try TestProfile()
    try write(driver, to: profile)
    try profile.store().log.write { writer in
      try writer.removeCheckpoints()
    }
    var told: [[Int]] = []
    for _ in 0..<2 {
      let log = try EventLog(profile: profile.path, access: .readWrite)
      let store = try Store(log) { work, done, total in
        if case .opening = work { told.append([done, total]) }
        return true
      } clock: {
        1_700_000_000_000
      }
      #expect(store.browser.sequence == driver.browser.sequence)
    }
    let newest = driver.events.count
    let opened = [[1_024, newest], [2_048, newest], [1, 1]]
    #expect(told.prefix(3) == opened[...])
    #expect(told.dropFirst(3).allSatisfy { $0 == [1, 1] })
  }
}
