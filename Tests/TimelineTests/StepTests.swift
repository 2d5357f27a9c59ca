import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// Moving between moments of a lineage results in the states of the definition.
struct StepTests {
  @Test(arguments: 0..<60)
  func `steps between moments have the right states`(chunk: Int) throws {
    for seed in 0..<20 {
      let seed = UInt64(60_000 + chunk * 20 + seed)
      var log = RandomLog(seed: seed, length: 40, isPrivate: seed.isMultiple(of: 10))
      var random = SplitMix64(seed: seed)
      let lineage = log.anyLine()
      var source = ListedEvents(log.driver)
      if random.once(in: 2) { source.states = try KeptStates(of: log.driver, random: &random) }
      let branch = try log.driver.timeline.branch(lineage, source)
      let present = try #require(branch)
      var moment = present
      var count = source.count
      for _ in 0..<40 {
        count = random.once(in: 3) ? random.below(source.count + 1) : near(count, source, &random)
        let point = ListedEvents(log.driver, count: count).newestEvent()
        try moment.step(to: Moment(newest: point), of: present, source)
        let naive = NaiveTimeline(log.driver.events, count: count, branch: lineage)
        var whole = moment
        let state = try whole.readState(source)
        try #require(state == naive.state, "seed \(seed) at \(count)")
        try #require(moment.undoneBatches == naive.undoneBatches)
        try #require(moment.position == point)
      }
    }
  }

  private func near(_ count: Int, _ source: ListedEvents, _ random: inout SplitMix64) -> Int {
    min(max(count + random.below(7) - 3, 0), source.count)
  }
}
