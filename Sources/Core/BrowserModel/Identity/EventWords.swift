/// The bytes in which the texts of one event stand, lent for as long as the event is.
public struct EventWords: ~Escapable {
  /// The whole record, for a visitor that reads one text after the other.
  public let record: RawSpan

  /// - Parameter record: UTF-8, and what else a record has; the texts of the event are ranges in it.
  @_lifetime(copy record)
  public init(_ record: RawSpan) { self.record = record }

  /// Returns what a text of the event says; nothing was said, and the empty text, are both empty.
  ///
  /// - Complexity: O(bytes of the text).
  public func callAsFunction(_ text: Text) -> String {
    text.string(in: record)
  }

  /// Lends the bytes of a text, which cost nothing to look at; none where nothing was said.
  public func withBytes<Value>(of text: Text, _ body: (RawSpan) -> Value) -> Value {
    body(record.extracting(text.isPresent ? text.range : 0..<0))
  }
}
