import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// A visit of a lineage provides at each event the state that the definition gives for that moment.
struct VisitTests {
  @Test(arguments: 0..<20)
  func `a visit provides every moment of a lineage`(chunk: Int) throws {
    for seed in 0..<50 {
      let seed = UInt64(50_000 + chunk * 50 + seed)
      var log = RandomLog(seed: seed, length: 30, isPrivate: seed.isMultiple(of: 10))
      var random = SplitMix64(seed: seed)
      let lineage = log.anyLine()
      let events = log.driver.events
      var source = ListedEvents(log.driver)
      let branch = try log.driver.timeline.branch(lineage, source)
      let present = try #require(branch)
      if random.once(in: 2) { source.states = try KeptStates(of: log.driver, random: &random) }
      var past = present.restarted
      let start = random.below(events.count + 1)
      if random.once(in: 2), start > 0 {
        past = try present.moment(.after(events[start - 1].sequence), source)
        _ = try past.readLibrary(source)
      }
      let begun = Int(past.position.rawValue.magnitude)
      var visited: [EventID] = []
      try past.visitMoments(source, through: source.newestEvent()) { event, _, timeline in
        visited.append(event.sequence)
        let count = Int(event.sequence.rawValue.magnitude)
        let naive = NaiveTimeline(events, count: count, branch: lineage)
        #expect(timeline.browser == naive.browser, "seed \(seed) at \(count)")
        #expect(timeline.library == naive.state.library, "seed \(seed) at \(count)")
        #expect(timeline.undoneBatches == naive.undoneBatches)
        #expect(timeline.isUpToDate)
        return true
      }
      let later: [EventID] = events.filter { past.lineage.contains($0) }.map(\.sequence)
        .filter { Int($0.rawValue.magnitude) > begun }
      #expect(visited == later)
      #expect(past.position == source.newestEvent())
      #expect(past.browser == present.browser)
    }
  }

  /// States are remembered only about every thousand events.
  @Test(arguments: 0..<2)
  func `a long visit continues from remembered states`(seed: Int) throws {
    var log = RandomLog(seed: UInt64(60_000 + seed), length: 5_000, plain: 800)
    var random = SplitMix64(seed: UInt64(seed))
    let newest = try #require(log.driver.events.last).sequence
    // Undoes some of the newest batches, old batches, and batches that are already undone.
    for distance in [3, 700, 1_500, 2_900, 5, 4_000, 1_200, 40] {
      let offset = max(0, log.driver.events.count - distance - random.below(9))
      log.driver.append(naming: log.driver.events[offset].batch, isUndo: true)
      for _ in 0..<8 { _ = log.driver.attempt(.open(OpenTab())) }
      if random.once(in: 2) {
        log.driver.append(naming: log.driver.events[offset].batch, isUndo: false)
      }
    }
    let events = log.driver.events
    let lineage = log.driver.timeline.lineage
    let source = ListedEvents(log.driver)
    var past = log.driver.timeline.restarted
    var counts: Set<Int> = []
    try past.visitMoments(source, through: source.newestEvent()) { event, _, timeline in
      let isTurn: Bool =
        switch event.body {
        case .time(.undone), .time(.redone): true
        default: false
        }
      guard event.sequence > newest ? isTurn || random.once(in: 8) : random.once(in: 400) else {
        return true
      }
      let count = Int(event.sequence.rawValue)
      counts.insert(count)
      let naive = NaiveTimeline(events, count: count, branch: lineage.branch)
      #expect(timeline.browser == naive.browser, "seed \(seed) at \(count)")
      #expect(timeline.library == naive.state.library, "seed \(seed) at \(count)")
      #expect(timeline.undoneBatches == naive.undoneBatches)
      return true
    }
    #expect(counts.count > 8)
    #expect(events.count > 4_000)
    #expect(past.browser == log.driver.browser)
    #expect(past.library == log.driver.library)
  }

  /// The work depends on the number of events, not on the number of undos among them. Reading is
  /// measured in place of folding, because each event that is read is folded once.
  @Test(arguments: [300, 900])
  func `a visit with many undos folds few events more than once`(length: Int) throws {
    var log = ModelDriver()
    var (undone, oldest): ([BatchID], BatchID?) = ([], nil)
    for step in 0..<length {
      switch step % 6 {
      case 4:
        guard let batch = log.timeline.batchToUndo(log.log) else { break }
        undone.append(batch)
        log.append(naming: batch, isUndo: true)
      case 5 where step % 12 == 5:
        if let batch = undone.popLast() { log.append(naming: batch, isUndo: false) }
      // Occasionally, an old action is undone. The next undo is again that of a new action.
      case 3 where step % (length / 3) < 6:
        if let oldest { log.append(naming: oldest, isUndo: true) }
      default:
        let opened = try log.perform(.open(OpenTab()))
        if oldest == nil { oldest = opened[0].batch }
        if log.browser.tabCount > 6 { try log.perform(.closeTabs([log.browser.tabs[0].id])) }
      }
    }
    var source = ListedEvents(log)
    let counter = ListedEvents.Counter()
    source.counter = counter
    var past = log.timeline.restarted
    var visited = 0
    try past.visitMoments(source, through: source.newestEvent()) { event, _, moment in
      visited += 1
      if visited % 50 == 0 {
        let naive = NaiveTimeline(log.events, count: Int(event.sequence.rawValue))
        #expect(moment.browser == naive.browser, "at \(event.sequence)")
      }
      return true
    }
    #expect(past.browser == log.browser)
    #expect(log.timeline.undoRecords.count > length / 5)
    #expect(visited == log.events.count)
    #expect(counter.count < 8 * log.events.count)
  }

  @Test func `a visit that is ended stays where it is, and can continue from there`() throws {
    let log = RandomLog(seed: 7, length: 60).driver
    let source = ListedEvents(log)
    var past = log.timeline.restarted
    var visited: [EventID] = []
    while past.position != source.newestEvent() {
      let before = visited.count
      try past.visitMoments(source, through: source.newestEvent()) { event, _, _ in
        visited.append(event.sequence)
        return false
      }
      if visited.count > before { #expect(past.position == visited.last) }
    }
    #expect(visited == log.events.filter { past.lineage.contains($0) }.map(\.sequence))
    #expect(past.browser == log.browser)
  }

  @Test(arguments: 0..<20)
  func `only the requested moments are provided, and they are the same`(seed: Int) throws {
    let log = RandomLog(seed: UInt64(90_000 + seed), length: 60).driver
    let source = ListedEvents(log)
    var (all, lent): ([EventID: Browser], [EventID: Browser]) = ([:], [:])
    var past = log.timeline.restarted
    try past.visitMoments(source, through: source.newestEvent()) { event, _, moment in
      all[event.sequence] = moment.browser
      return true
    }
    // Every other event, starting with the first.
    let wanted = Set(all.keys.sorted().enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
    past = log.timeline.restarted
    try past.visitMoments(source, through: source.newestEvent(), where: wanted.contains) {
      event, _, moment in
      lent[event.sequence] = moment.browser
      return true
    }
    #expect(lent == all.filter { wanted.contains($0.key) })
    #expect(past.browser == log.browser)
  }

  @Test(arguments: 0..<200)
  func `a visit that fails is completed by catching up`(seed: Int) throws {
    let log = RandomLog(seed: UInt64(70_000 + seed), length: 40).driver
    var random = SplitMix64(seed: UInt64(seed))
    var source = ListedEvents(log)
    guard let broken = log.events.randomElement(using: &random) else { return }
    source.broken = broken.sequence
    var past = log.timeline.restarted
    #expect(throws: ListedEvents.Broken.self) {
      try past.visitMoments(source, through: source.newestEvent()) { event, _, _ in
        #expect(event.sequence < broken.sequence)
        return true
      }
    }
    #expect(past.position < broken.sequence)
    source.broken = .nothing
    try past.catchUp(source)
    #expect(past.browser == NaiveTimeline(log.events, branch: past.lineage.branch).browser)
    #expect(past.undoneBatches == log.timeline.undoneBatches)
  }

  @Test(arguments: 0..<200)
  func `folding the visited events results in the state`(seed: Int) throws {
    var log = RandomLog(
      seed: UInt64(80_000 + seed), length: 40, isPrivate: seed.isMultiple(of: 10))
    let source = ListedEvents(log.driver)
    let branch = try log.driver.timeline.branch(log.anyLine(), source)
    let timeline = try #require(branch)
    var state = ProfileState()
    var forwards: [EventID] = []
    try timeline.visitFoldedEvents(source) { event, _ in
      state.apply(event)
      forwards.append(event.sequence)
      return true
    }
    #expect(state.browser.hasSameContent(as: timeline.browser))
    var copy = timeline
    let library = try copy.readLibrary(source)
    #expect(state.library == library)
    var backwards: [EventID] = []
    guard let middle = log.driver.events.first?.sequence.advanced(by: 9) else { return }
    try timeline.visitFoldedEvents(source, from: middle, backwards: true) { event, _ in
      backwards.append(event.sequence)
      return true
    }
    #expect(
      backwards.reversed() == forwards.filter { $0.rawValue.magnitude >= middle.rawValue.magnitude }
    )
  }

  @Test func `the texts of an event are provided with it`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab(Destination("https://example.org/"))))
    var urls: [String] = []
    var past = driver.timeline.restarted
    past.visitMoments(driver.log, through: driver.log.newestEvent()) { event, words, _ in
      if case .tab(.opened(let body)) = event.body { urls.append(words(body.url)) }
      return true
    }
    #expect(urls == ["https://example.org/"])
  }

  @Test func `unreadable records are reported once`() {
    let log = RandomLog(seed: 5, length: 80).driver
    var random = SplitMix64(seed: 5)
    let lost = Set(log.events.map(\.sequence).filter { _ in random.once(in: 6) })
    let source = DamageTests.Damaged(log: log.log, lost: lost)
    var past = Timeline()
    past.visitMoments(source, through: source.newestEvent()) { _, _, _ in true }
    #expect(past.damaged == lost.sorted())
    let naive = NaiveTimeline(log.events.filter { !lost.contains($0.sequence) }[...])
    #expect(past.browser.hasSameContent(as: naive.browser))
  }
}
