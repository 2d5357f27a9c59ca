internal import BrowserModel
internal import EventCoding
internal import EventLog

/// The words of a log as they will be without those that go, while a reader is lent.
struct RedactedWords: TextSource {
  private let reader: UnsafePointer<Reader>
  private let redactions: Redactions

  /// Lends them; they are used up when `body` returns.
  static func lend<Value>(
    _ reader: borrowing Reader, _ redactions: Redactions, _ body: (RedactedWords) -> Value
  ) -> Value {
    withUnsafePointer(to: reader) { body(RedactedWords(reader: $0, redactions: redactions)) }
  }

  func transition(of event: EventID) -> Transition? { reader.pointee.transition(of: event) }

  func text(_ field: TextField, of event: EventID) -> String? {
    guard event.exists, !event.isPrivate else { return nil }
    do throws(LogFailure) {
      return try reader.pointee.withRecord(at: UInt64(event.rawValue)) {
        (bytes) throws(LogFailure) in
        guard let redacted = redactions.redacted(bytes, at: event) else {
          return EventDecoder.text(field, in: bytes, sequence: event)
        }
        return EventDecoder.text(field, in: redacted.span.bytes, sequence: event)
      } ?? nil
    } catch {
      return nil
    }
  }
}
