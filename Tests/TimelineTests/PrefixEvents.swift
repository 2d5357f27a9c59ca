import BrowserModel
import Timeline

/// A log of which only the first events are there yet.
struct PrefixEvents: EventSource {
  let log: MemoryEvents
  let newest: Sequence

  func newestEvent() -> Sequence { newest }

  func visitEvents(
    from first: Sequence, through last: Sequence, backwards: Bool,
    damaged: (Sequence) -> Void, _ body: (borrowing Event) -> Bool
  ) throws(Never) {
    log.visitEvents(from: first, through: last, backwards: backwards, damaged: damaged, body)
  }

  func text(_ field: TextField, of event: Sequence) -> String? { log.text(field, of: event) }
}
