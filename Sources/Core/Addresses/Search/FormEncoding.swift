/// The serialiser of `application/x-www-form-urlencoded` (URL Standard, section 5.2).
public enum FormEncoding {
  /// Returns a text form-encoded: a space becomes `+`, and every byte of its UTF-8 but
  /// `A-Z a-z 0-9 * - . _` becomes `%XX`.
  public static func encode(_ text: String) -> String {
    var writer = Writer(capacity: text.utf8.count)
    append(text, isInQuery: true, to: &writer)
    return writer.text
  }

  /// Appends words to a URL: form-encoded in its query, and before it with `%20` for a
  /// space and `! ' ( ) ~` as they are.
  static func append(_ text: String, isInQuery: Bool, to writer: inout Writer) {
    let set: ByteSet = isInQuery ? .form : .component
    for byte in text.utf8 {
      if byte == UInt8(ascii: " "), isInQuery {
        writer.append(UInt8(ascii: "+"))
      } else if byte >= 0x80 || byte == UInt8(ascii: " ") || set.contains(byte) {
        writer.appendEncoded(byte)
      } else {
        writer.append(byte)
      }
    }
  }
}
