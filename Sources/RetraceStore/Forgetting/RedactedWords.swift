internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// The words of a log as they will be without those that go, valid while a reader is.
struct RedactedWords: TextSource {
  private let reader: BorrowedReader
  private let redactions: Redactions

  /// Passes the words to a closure.
  static func withReader<Value>(
    _ reader: borrowing Reader, _ redactions: Redactions, _ body: (RedactedWords) -> Value
  ) -> Value {
    BorrowedReader.withReader(reader) { body(RedactedWords(reader: $0, redactions: redactions)) }
  }

  /// Returns how the user came to a page, which no forgetting changes.
  func transition(of event: EventID) -> Transition? { reader.reader.transition(of: event) }

  /// Returns the text of a field without its forgotten words; an empty one when none is left,
  /// nil also when the record cannot be read, which the forgetting itself then meets.
  func text(_ field: TextField, of event: EventID) -> String? {
    reader.reader.decoded(event) { (record) throws(EventDecoder.Damage) in
      guard let redacted = redactions.redacted(record, at: event) else {
        return try EventDecoder.text(field, in: record, sequence: event)
      }
      return try EventDecoder.text(field, in: redacted.span.raw, sequence: event)
    }
  }
}
