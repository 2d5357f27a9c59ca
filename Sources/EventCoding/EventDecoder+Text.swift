public import BrowserModel

extension EventDecoder {
  /// What one field of the event in a record says; nil when the record is damaged or says nothing
  /// in that field.
  ///
  /// - Complexity: O(bytes).
  public static func text(
    _ field: TextField, in bytes: RawSpan, sequence: Sequence
  ) -> String? {
    bytes.withUnsafeBytes { bytes in
      do throws(Damage) {
        let text = try decode(bytes, sequence: sequence).body.text(field)
        return text.isPresent ? string(text, in: bytes) : nil
      } catch {
        return nil
      }
    }
  }

  /// The words that a text of an event points to, in the record that the event was read from.
  public static func string(_ text: Text, in bytes: UnsafeRawBufferPointer) -> String {
    let start = Int(text.start)
    return String(decoding: bytes[start..<(start + Int(text.count))], as: UTF8.self)
  }
}
