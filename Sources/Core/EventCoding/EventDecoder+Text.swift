public import BrowserModel

extension EventDecoder {
  /// What one field of the event in a record says; nil when the record is damaged or says nothing
  /// in that field.
  ///
  /// - Complexity: O(bytes).
  public static func text(
    _ field: TextField, in bytes: RawSpan, sequence: EventID
  ) -> String? {
    bytes.withUnsafeBytes { bytes in
      let text = text(field, in: bytes, sequence)
      return text.isPresent ? string(text, in: bytes) : nil
    }
  }

  /// How the page was reached that the event of a record opened, began to load or committed; nil for
  /// others, and for a damaged record.
  public static func transition(in bytes: RawSpan, sequence: EventID) -> Transition? {
    bytes.withUnsafeBytes { bytes in
      do throws(Damage) {
        return try decode(bytes, sequence: sequence).body.transition
      } catch {
        return nil
      }
    }
  }

  private static func text(
    _ field: TextField, in bytes: UnsafeRawBufferPointer, _ sequence: EventID
  ) -> Text {
    do throws(Damage) {
      return try decode(bytes, sequence: sequence).body.text(field)
    } catch {
      return .absent
    }
  }

  /// The words that a text of an event points to, in the record that the event was read from; none where
  /// the event says nothing.
  public static func string(_ text: Text, in bytes: UnsafeRawBufferPointer) -> String {
    text.isPresent ? String(decoding: self.bytes(of: text, in: bytes), as: UTF8.self) : ""
  }

  private static func bytes(
    of text: Text, in bytes: UnsafeRawBufferPointer
  ) -> Slice<UnsafeRawBufferPointer> {
    bytes[text.range]
  }
}
