/// The bytes that contain the texts of one event. The bytes are valid only as long as the record of
/// the event.
public struct EventWords: ~Escapable {
  /// The complete record, for a visitor that reads several texts.
  public let record: RawSpan

  /// Creates the words of the event in a record.
  ///
  /// - Parameter record: The record. The texts of the event are ranges of UTF-8 in it.
  @_lifetime(copy record)
  public init(_ record: RawSpan) { self.record = record }

  /// Returns a text of the event. Absent and empty texts are both returned as empty.
  ///
  /// - Complexity: O(bytes of the text).
  public func callAsFunction(_ text: Text) -> String {
    text.string(in: record)
  }

  /// Calls a closure with the bytes of a text without copying them. An absent text has no bytes.
  public func withBytes<Value>(of text: Text, _ body: (RawSpan) -> Value) -> Value {
    body(record.extracting(text.isPresent ? text.range : 0..<0))
  }
}
