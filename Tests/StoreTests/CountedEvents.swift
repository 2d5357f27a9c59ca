import BrowserModel
import EventLog
import Store
import Timeline

/// A log that counts the events that a fold visits.
struct CountedEvents: EventSource {
  typealias Failure = LogFailure

  final class Count { var value = 0 }

  let reader: UnsafePointer<Reader>
  let count = Count()

  func newestEvent() throws(LogFailure) -> EventID { try reader.pointee.newestEvent() }

  func text(_ field: TextField, of event: EventID) -> String? {
    reader.pointee.text(field, of: event)
  }

  func transition(of event: EventID) -> Transition? { reader.pointee.transition(of: event) }

  func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) throws(LogFailure) {
    try reader.pointee.visitEvents(
      from: first, through: last, backwards: backwards, damaged: damaged
    ) { event, words in
      count.value += 1
      return body(event, words)
    }
  }

  func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws(LogFailure) -> Value? {
    try reader.pointee.withFrame(atOrBefore: place, body)
  }
}

extension Store {
  /// The session of a moment, and how many events were folded for it.
  func countedSession(at moment: EventID) throws -> (state: Browser, folded: Int) {
    try log.read { (reader) throws(LogFailure) in
      try withUnsafePointer(to: reader) { (reader) throws(LogFailure) in
        let source = CountedEvents(reader: reader)
        let session = try timeline.session(at: moment, source)
        return (session.browser, source.count.value)
      }
    }
  }
}
