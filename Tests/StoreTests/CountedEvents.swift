import BrowserModel
import RetraceEventLog
import RetraceTimeline

@testable import RetraceStore

/// A log that counts the events that a fold visits.
struct CountedEvents: EventSource {
  typealias Failure = any Error

  final class Count { var value = 0 }

  let reader: BorrowedReader
  let count = Count()

  func newestEvent() throws -> EventID { try reader.reader.newestEvent() }

  func text(_ field: TextField, of event: EventID) -> String? {
    reader.reader.text(field, of: event)
  }

  func transition(of event: EventID) -> Transition? { reader.reader.transition(of: event) }

  func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) throws {
    try reader.reader.visitEvents(
      from: first, through: last, backwards: backwards, damaged: damaged
    ) { event, words in
      count.value += 1
      return body(event, words)
    }
  }

  func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws -> Value? {
    try reader.reader.withFrame(atOrBefore: place, body)
  }
}

extension Store {
  /// Returns the browser at a moment, and the number of events that were folded for it.
  func countedBrowser(at moment: Moment) throws -> (browser: Browser, folded: Int) {
    try log.read { reader in
      try BorrowedReader.withReader(reader) { reader in
        let source = CountedEvents(reader: reader)
        let past = try timeline.moment(moment, source)
        return (past.browser, source.count.value)
      }
    }
  }
}
