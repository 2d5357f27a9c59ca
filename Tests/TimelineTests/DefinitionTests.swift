import BrowserModel
import TestSupport
import Testing
import Timeline

/// A timeline gives exactly what the definition of undo and redo says.
struct DefinitionTests {
  @Test(arguments: 0..<200)
  func `catching up in chunks gives the state of the definition`(seed: Int) {
    let log = RandomLog(seed: UInt64(seed), length: 80).driver
    var random = SplitMix64(seed: UInt64(seed))
    var timeline = Timeline()
    var position = 0
    while position < log.events.count {
      position = min(position + 1 + random.below(12), log.events.count)
      timeline.catchUp(PrefixEvents(log: log.log, newest: Sequence(Int32(position))))
      let naive = NaiveTimeline(log.events[..<position])
      #expect(timeline.browser == naive.browser, "at \(position)")
      #expect(timeline.undoneBatches == naive.undoneBatches, "at \(position)")
    }
    #expect(timeline.browser.brokenInvariants() == [])
    #expect(timeline.browser == log.browser)
  }

  @Test(arguments: 0..<20)
  func `every moment of a log is that of the definition`(seed: Int) {
    let log = RandomLog(seed: UInt64(1_000 + seed), length: 60).driver
    var timeline = Timeline()
    for position in log.events.indices {
      if !timeline.append(log.events[position]) {
        timeline.refold(PrefixEvents(log: log.log, newest: log.events[position].sequence))
      }
      #expect(timeline.browser == NaiveTimeline(log.events[...position]).browser)
    }
  }

  @Test func `catching up twice changes nothing`() {
    let log = RandomLog(seed: 4, length: 80).driver
    var timeline = Timeline()
    timeline.catchUp(log.log)
    let once = timeline.browser
    timeline.catchUp(log.log)
    #expect(timeline.browser == once)
    #expect(timeline.position == log.log.newestEvent())
  }

  @Test func `an empty log has the empty state`() {
    var timeline = Timeline()
    timeline.catchUp(MemoryEvents())
    #expect(timeline.browser == Browser())
    #expect(timeline.position == .nothing)
  }
}
