internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// The texts of a log as they will be after forgotten text is removed. The texts are valid only
/// while the reader is valid.
struct RedactedWords: TextSource {
  private let reader: BorrowedReader
  private let redactions: Redactions

  /// Calls a closure with the texts.
  static func withReader<Value>(
    _ reader: borrowing Reader, _ redactions: Redactions, _ body: (RedactedWords) -> Value
  ) -> Value {
    BorrowedReader.withReader(reader) { body(RedactedWords(reader: $0, redactions: redactions)) }
  }

  /// Returns the way in which the user reached a page. Forgetting does not change it.
  func transition(of event: EventID) -> Transition? { reader.reader.transition(of: event) }

  /// Returns the text of a field without its forgotten parts. The result is empty if no part is
  /// left, and nil if there is no such text or the record cannot be read. Unreadable records are
  /// handled by the forget request itself.
  func text(_ field: TextField, of event: EventID) -> String? {
    reader.reader.decoded(event) { record in
      guard let redacted = redactions.redacted(record, at: event) else {
        return try EventDecoder.text(field, in: record, sequence: event)
      }
      return try EventDecoder.text(field, in: redacted.span.raw, sequence: event)
    }
  }
}
