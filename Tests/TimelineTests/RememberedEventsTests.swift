import BrowserModel
import EventCoding
import RetraceTimeline
import TestSupport
import Testing

/// Remembered states do not change the state of any moment.
struct RememberedEventsTests {
  /// A log with stored states after every few events.
  private static func remembered(_ driver: ModelDriver, distance: Int32) -> (
    RememberedEvents, Timeline
  ) {
    var log = RememberedEvents(minimumDistance: distance)
    var timeline = Timeline()
    driver.log.visitStored { _, record in
      log.append(stored: record)
      if log.newestEvent().rawValue % 7 == 0 { log.catchUp(&timeline) }
      return true
    }
    log.catchUp(&timeline)
    return (log, timeline)
  }

  @Test(arguments: 0..<24)
  func `each moment has the state that the definition gives`(seed: Int) throws {
    let random = RandomLog(
      seed: UInt64(80_000 + seed), length: 80, plain: 4, deviceCount: seed.isMultiple(of: 3) ? 1 : 0
    )
    let driver = random.driver
    let (log, timeline) = Self.remembered(driver, distance: 9)
    #expect(log.stateByteCount > 0 || driver.events.count < 10)
    var plain = Timeline()
    plain.catchUp(driver.log)
    var past = Timeline()
    for number in stride(from: Int32(driver.events.count), through: 1, by: -1) {
      let moment = Moment.after(EventID(number))
      var direct = timeline.moment(moment, log)
      past.step(to: moment, of: timeline, log)
      var expected = plain.moment(moment, driver.log)
      let state = expected.readState(driver.log)
      let isEqual = direct.readState(log) == state
      try #require(isEqual, "#\(number)")
      let isStepEqual = past.readState(log) == state
      try #require(isStepEqual, "#\(number)")
    }
  }

  @Test func `after a truncation, later states are not used`() throws {
    let driver = RandomLog(seed: 7, length: 120, plain: 14).driver
    var (log, _) = Self.remembered(driver, distance: 4)
    let size = log.stateByteCount
    log.truncate(to: EventID(40))
    #expect(log.newestEvent() == EventID(40))
    #expect(log.stateByteCount < size)
    var tab = TabOpened()
    tab.window = WindowID(EventID(1))
    let event = Event(
      sequence: log.next, batch: BatchID(log.next), milliseconds: 0, body: .tab(.opened(tab)))
    log.append(event, words: [])
    var timeline = Timeline()
    timeline.catchUp(log)
    var plain = Timeline()
    plain.catchUp(log.events)
    if !plain.isUpToDate { plain.refold(log.events) }
    #expect(timeline.moment(.after(EventID(41)), log).browser == plain.browser)
  }
}
