/// The serialiser of `application/x-www-form-urlencoded` (URL Standard, section 5.2).
public enum FormEncoding {
  /// The encoded form: a space is `+`, all but `A-Z a-z 0-9 * - . _` is `%XX` of its UTF-8.
  public static func encode(_ text: String) -> String {
    var writer = Writer(capacity: text.utf8.count)
    append(text, isInQuery: true, to: &writer)
    return writer.text
  }

  /// Appends words to a URL: in its query form-encoded; before it a space is `%20`, and `! ' ( ) ~`
  /// stay.
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
