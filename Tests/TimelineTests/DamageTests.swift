import BrowserModel
import EventCoding
import RetraceTimeline
import TestSupport
import Testing

struct DamageTests {
  /// A source in which some records cannot be read.
  struct Damaged: EventSource {
    let log: MemoryEvents
    let lost: Set<EventID>

    func newestEvent() -> EventID { log.newestEvent() }

    func visitEvents(
      from first: EventID, through last: EventID, backwards: Bool,
      damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
    ) throws(Never) {
      log.visitEvents(
        from: first, through: last, backwards: backwards, damaged: damaged
      ) { event, words in
        guard lost.contains(event.sequence) else { return body(event, words) }
        damaged(event.sequence)
        return true
      }
    }

    func transition(of event: EventID) -> Transition? {
      lost.contains(event) ? nil : log.transition(of: event)
    }

    func text(_ field: TextField, of event: EventID) -> String? {
      lost.contains(event) ? nil : log.text(field, of: event)
    }
  }

  @Test(arguments: 0..<100)
  func `a log with lost records is folded without them`(seed: Int) {
    let log = RandomLog(seed: UInt64(seed), length: 60).driver
    var random = SplitMix64(seed: UInt64(seed))
    let lost = Set(log.events.map(\.sequence).filter { _ in random.once(in: 6) })
    var timeline = Timeline()
    timeline.catchUp(Damaged(log: log.log, lost: lost))
    let naive = NaiveTimeline(log.events.filter { !lost.contains($0.sequence) }[...])
    #expect(timeline.browser.hasSameContent(as: naive.browser))
    #expect(Set(timeline.damaged) == lost)
    #expect(timeline.damaged == timeline.damaged.sorted())
    #expect(timeline.position == log.log.newestEvent())
    #expect(timeline.browser.brokenInvariants() == [])
  }

  @Test func `events of a newer version are counted and change nothing`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    let before = driver.state
    var timeline = driver.timeline
    let unknown = Event(
      sequence: driver.log.next, batch: BatchID(driver.log.next), milliseconds: 1,
      body: .unknown(kind: 999))
    let isRight = timeline.append(unknown)
    #expect(isRight)
    #expect(timeline.unknownCount == 1)
    #expect(timeline.browser.hasSameContent(as: before.browser))
    #expect(timeline.position == unknown.sequence)
  }
}
