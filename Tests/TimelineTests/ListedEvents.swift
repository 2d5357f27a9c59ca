import BrowserModel
import RetraceTimeline
import TestSupport

/// A log with only the first events of a driver, which is read without its records. Reads can be
/// made to fail.
struct ListedEvents: EventSource {
  struct Broken: Error {}

  /// Counts events.
  final class Counter {
    var count = 0
  }

  typealias Failure = Broken

  let log: ModelDriver
  let count: Int
  /// States from which a fold can start.
  var states = KeptStates()
  /// Counts the events that are read, if it is not nil.
  var counter: Counter?
  /// The event at which reading fails, or zero.
  var broken = EventID.nothing

  init(_ log: ModelDriver, count: Int? = nil) {
    self.log = log
    self.count = count ?? log.events.count
  }

  func newestEvent() -> EventID { count == 0 ? .nothing : log.events[count - 1].sequence }

  func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) throws(Broken) {
    let low = Int(first.rawValue.magnitude) - 1
    let high = min(Int(last.rawValue.magnitude), count)
    guard low < high else { return }
    for offset in 0..<(high - low) {
      let event = log.events[backwards ? high - 1 - offset : low + offset]
      if event.sequence == broken { throw Broken() }
      counter?.count += 1
      guard body(event, EventWords([UInt8]().span.bytes)) else { return }
    }
  }

  func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws(Broken) -> Value? {
    guard let found = states.newest(atOrBefore: place) else { return nil }
    var kept = place
    kept.sequence = found.sequence
    let identity = CheckpointIdentity(kept, record: 0)
    guard let frame = CheckpointFrame(found.bytes.span.bytes, of: identity) else { return nil }
    return body(found.sequence, frame)
  }

  func transition(of event: EventID) -> Transition? { log.log.transition(of: event) }

  func text(_ field: TextField, of event: EventID) -> String? { log.log.text(field, of: event) }
}
