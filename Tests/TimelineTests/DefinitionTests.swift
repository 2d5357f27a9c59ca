import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// A timeline matches the definition of undo and redo exactly, on every lineage and at every
/// moment.
struct DefinitionTests {
  @Test(arguments: 0..<100)
  func `every moment of a lineage matches the definition`(chunk: Int) throws {
    for seed in 0..<100 {
      var log = RandomLog(
        seed: UInt64(chunk * 100 + seed), length: 26, isPrivate: seed.isMultiple(of: 10))
      let source = ListedEvents(log.driver)
      let lineage = log.anyLine()
      let branch = try log.driver.timeline.branch(lineage, source)
      let timeline = try #require(branch)
      for count in 0...log.driver.events.count {
        let naive = NaiveTimeline(log.driver.events, count: count, branch: lineage)
        let point = ListedEvents(log.driver, count: count).newestEvent()
        let found = try timeline.moment(Moment(newest: point), source)
        try #require(found.browser == naive.browser, "seed \(chunk * 100 + seed) at \(count)")
        try #require(found.browser.health == naive.browser.health)
        try #require(found.undoneBatches == naive.undoneBatches)
      }
      #expect(log.driver.timeline.browser.brokenInvariants() == [])
    }
  }

  /// The same with stored states, on every lineage and to every lineage, including undone batches.
  @Test(arguments: 0..<50)
  func `starting from stored states has the same result`(chunk: Int) throws {
    for seed in 0..<30 {
      let seed = UInt64(40_000 + chunk * 30 + seed)
      var log = RandomLog(seed: seed, length: 30)
      var random = SplitMix64(seed: seed)
      let lineage = log.anyLine()
      var source = ListedEvents(log.driver)
      source.states = try KeptStates(of: log.driver, random: &random)
      let branch = try log.driver.timeline.branch(lineage, source)
      let timeline = try #require(branch)
      for count in 0...log.driver.events.count {
        let naive = NaiveTimeline(log.driver.events, count: count, branch: lineage)
        let point = ListedEvents(log.driver, count: count).newestEvent()
        var found = try timeline.moment(Moment(newest: point), source)
        let state = try found.readState(source)
        try #require(state == naive.state, "seed \(seed) at \(count)")
        try #require(found.browser.health == naive.browser.health)
        try #require(found.undoneBatches == naive.undoneBatches)
      }
      var opened = Timeline()
      try opened.catchUp(source)
      let state = try opened.readState(source)
      #expect(state == NaiveTimeline(log.driver.events).state)
      guard let event = log.driver.events.randomElement(using: &random) else { continue }
      var skipping = try timeline.skipping([event.batch], source)
      let skipped = try skipping.readState(source)
      #expect(
        skipped
          == NaiveTimeline(log.driver.events, branch: lineage, skipping: [event.batch]).state)
      let preview = try timeline.previewOfUndo([event.batch], source)
      let plain = try timeline.previewOfUndo([event.batch], ListedEvents(log.driver))
      #expect(preview.state == plain.state)
      #expect(preview.lostCount == plain.lostCount)
    }
  }

  @Test(arguments: 0..<40)
  func `catching up in portions and after failures has the same result`(chunk: Int) throws {
    for seed in 0..<20 {
      var log = RandomLog(seed: UInt64(20_000 + chunk * 20 + seed), length: 40)
      var random = SplitMix64(seed: UInt64(chunk * 20 + seed))
      let lineage = log.anyLine()
      let whole = ListedEvents(log.driver)
      let branch = try log.driver.timeline.branch(lineage, whole)
      let states = try KeptStates(of: log.driver, random: &random)
      var count = random.below(whole.count + 1)
      let start = ListedEvents(log.driver, count: count).newestEvent()
      var timeline = try #require(branch).moment(Moment(newest: start), whole)
      while count < whole.count {
        count = min(count + 1 + random.below(9), whole.count)
        var source = ListedEvents(log.driver, count: count)
        if random.once(in: 2) { source.states = states }
        if random.once(in: 3) {
          source.broken = random.pick(log.driver.events).sequence
          try? timeline.catchUp(source)
          source.broken = .nothing
        }
        try timeline.catchUp(source)
        if random.once(in: 2) { _ = try timeline.readLibrary(source) }
        var copy = timeline
        let state = try copy.readState(source)
        let naive = NaiveTimeline(log.driver.events, count: count, branch: lineage)
        try #require(state == naive.state, "at \(count)")
        try #require(timeline.browser.health == naive.browser.health)
        try #require(timeline.undoneBatches == naive.undoneBatches)
      }
    }
  }

  @Test(arguments: 0..<40)
  func `the next undo and redo, and previews, match the definition`(chunk: Int) throws {
    for seed in 0..<20 {
      var log = RandomLog(seed: UInt64(30_000 + chunk * 20 + seed), length: 30)
      var random = SplitMix64(seed: UInt64(chunk * 20 + seed))
      guard let event = log.driver.events.randomElement(using: &random) else { continue }
      let lineage = log.anyLine()
      let source = ListedEvents(log.driver)
      let branch = try log.driver.timeline.branch(lineage, source)
      let timeline = try #require(branch)
      let naive = NaiveTimeline(log.driver.events, branch: lineage)
      let toUndo = try timeline.batchToUndo(source)
      #expect(toUndo == naive.batchToUndo)
      let toRedo = try timeline.batchToRedo(source)
      #expect(toRedo == naive.batchToRedo)
      var skipping = try timeline.skipping([event.batch], source)
      let skipped = try skipping.readState(source)
      #expect(
        skipped
          == NaiveTimeline(log.driver.events, branch: lineage, skipping: [event.batch]).state)
      log.driver.switchBranch(to: lineage)
      let isUndone = timeline.undoneBatches.contains(event.batch)
      let preview =
        isUndone
        ? try timeline.previewOfRedo([event.batch], source)
        : try timeline.previewOfUndo([event.batch], source)
      log.driver.append(naming: event.batch, isUndo: !isUndone)
      #expect(preview.state.hasSameContent(as: log.driver.state))
    }
  }

  @Test func `undoing a future batch excludes it from its first event on`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    let next = BatchID(driver.log.next.advanced(by: 1))
    driver.append(naming: next, isUndo: true)
    let events = try driver.perform(.open(OpenTab()))
    #expect(events.map(\.batch) == [next])
    #expect(driver.browser.tabCount == 1)
    driver.append(naming: next, isUndo: false)
    #expect(driver.browser.tabCount == 2)
    for count in 0...driver.events.count {
      var timeline = Timeline()
      try timeline.catchUp(ListedEvents(driver, count: count))
      let state = try timeline.readState(ListedEvents(driver, count: count))
      #expect(state == NaiveTimeline(driver.events, count: count).state)
    }
  }

  @Test func `a failure while applying an undo is corrected later`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    var timeline = driver.timeline
    try driver.perform(.open(OpenTab()))
    driver.undo()
    try driver.perform(.addBookmark(NewBookmark(.folder, title: "f")))
    var source = ListedEvents(driver)
    source.broken = driver.log.newestEvent()
    #expect(throws: ListedEvents.Broken.self) { try timeline.catchUp(source) }
    #expect(!timeline.isUpToDate)
    source.broken = .nothing
    try timeline.catchUp(source)
    let state = try timeline.readState(source)
    #expect(state == driver.state)
  }

  @Test func `catching up twice changes nothing, and an empty log is empty`() throws {
    let log = RandomLog(seed: 4, length: 80).driver
    var timeline = Timeline()
    try timeline.catchUp(ListedEvents(log, count: 0))
    #expect(timeline.browser == Browser())
    try timeline.catchUp(ListedEvents(log))
    let once = timeline.browser
    try timeline.catchUp(ListedEvents(log))
    #expect(timeline.browser == once)
    #expect(timeline.position == log.log.newestEvent())
  }
}
