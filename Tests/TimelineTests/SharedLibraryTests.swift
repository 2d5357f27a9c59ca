import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// A library that devices share, and the open tabs of each device, match the definition exactly at
/// every moment.
struct SharedLibraryTests {
  private func log(_ seed: Int) -> RandomLog {
    RandomLog(seed: UInt64(seed), length: 40, deviceCount: 1 + seed % 2)
  }

  @Test(arguments: 0..<60)
  func `every moment matches the definition, with and without stored states`(chunk: Int) throws {
    for seed in 0..<20 {
      var log = log(chunk * 20 + seed)
      var random = SplitMix64(seed: UInt64(seed))
      let lineage = log.anyLine()
      var source = ListedEvents(log.driver)
      if seed.isMultiple(of: 2) { source.states = try KeptStates(of: log.driver, random: &random) }
      let branch = try log.driver.timeline.branch(lineage, source)
      let timeline = try #require(branch)
      for count in 0...log.driver.events.count {
        let naive = NaiveTimeline(log.driver.events, count: count, branch: lineage)
        let point = ListedEvents(log.driver, count: count).newestEvent()
        var found = try timeline.moment(Moment(newest: point), source)
        let state = try found.readState(source)
        try #require(state == naive.state, "seed \(chunk * 20 + seed) at \(count)")
        try #require(found.undoneBatches == naive.undoneBatches)
        try #require(found.isLibrarySettled == naive.isLibrarySettled)
      }
      #expect(log.driver.state.library.brokenInvariants() == [])
    }
  }

  @Test(arguments: 0..<40)
  func `receiving event by event, in portions or all at once has the same result`(chunk: Int) throws
  {
    for seed in 0..<20 {
      let log = log(10_000 + chunk * 20 + seed)
      var random = SplitMix64(seed: UInt64(seed))
      let states = try KeptStates(of: log.driver, random: &random)
      var (single, portioned) = (Timeline(), Timeline())
      var count = 0
      for (index, event) in log.driver.events.enumerated() {
        let source = ListedEvents(log.driver, count: index + 1)
        if !single.append(event) { try single.refold(source) }
        if random.once(in: 4) { _ = try single.readLibrary(source) }
        guard random.once(in: 5) || index == log.driver.events.count - 1 else { continue }
        count = index + 1
        var portion = source
        if random.once(in: 2) { portion.states = states }
        try portioned.catchUp(portion)
        if random.once(in: 2) { _ = try portioned.readLibrary(portion) }
        let naive = NaiveTimeline(log.driver.events, count: count)
        for timeline in [single, portioned] {
          var copy = timeline
          let state = try copy.readState(portion)
          try #require(state == naive.state, "seed \(chunk * 20 + seed) at \(count)")
        }
      }
      var visited = Timeline()
      var walked = Timeline()
      var wrong = 0
      try visited.visitMoments(ListedEvents(log.driver), through: log.driver.timeline.position) {
        event, _, moment in
        let naive = NaiveTimeline(log.driver.events, count: Int(event.sequence.rawValue))
        if moment.browser != naive.browser || moment.library != naive.state.library { wrong += 1 }
        walked = copy moment
        return true
      }
      #expect(wrong == 0, "seed \(chunk * 20 + seed) at \(walked.position)")
    }
  }

  @Test(arguments: 0..<40)
  func `the open tabs of another device are the fold of its events`(chunk: Int) throws {
    for seed in 0..<10 {
      let log = log(20_000 + chunk * 10 + seed)
      let source = ListedEvents(log.driver)
      for device in log.driver.timeline.devices where !device.isThis {
        let found = try log.driver.timeline.device(device.number, source)
        let other = try #require(found)
        for count in stride(from: 0, through: log.driver.events.count, by: 7) {
          let naive = NaiveTimeline(log.driver.events, count: count, device: device.number)
          let point = ListedEvents(log.driver, count: count).newestEvent()
          let past = try other.moment(Moment(newest: point), source)
          try #require(past.browser == naive.browser)
          try #require(past.library == Library())
        }
      }
    }
  }

  @Test(arguments: 0..<30)
  func `predictions match the definition`(chunk: Int) throws {
    for seed in 0..<20 {
      let log = log(30_000 + chunk * 20 + seed)
      var random = SplitMix64(seed: UInt64(seed))
      guard let batch = log.driver.events.randomElement(using: &random)?.batch else { continue }
      var source = ListedEvents(log.driver)
      source.states = try KeptStates(of: log.driver, random: &random)
      let timeline = log.driver.timeline
      var skipping = try timeline.skipping([batch], source)
      let skipped = try skipping.readState(source)
      let branch = timeline.lineage.branch
      let naive = NaiveTimeline(log.driver.events, branch: branch, skipping: [batch])
      #expect(skipped == naive.state, "seed \(chunk * 20 + seed)")
      for isUndo in [true, false] {
        let preview =
          isUndo
          ? try timeline.previewOfUndo([batch], source)
          : try timeline.previewOfRedo([batch], source)
        var after = log.driver
        after.append(naming: batch, isUndo: isUndo)
        #expect(preview.state.library == after.library, "seed \(chunk * 20 + seed) \(isUndo)")
      }
    }
  }
}
