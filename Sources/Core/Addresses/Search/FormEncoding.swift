/// The serialiser of `application/x-www-form-urlencoded` (URL Standard, section 5.2).
public enum FormEncoding {
  /// Returns the form encoding of a text: a space becomes `+`, and every UTF-8 byte except
  /// `A-Z a-z 0-9 * - . _` becomes `%XX`.
  public static func encode(_ text: String) -> String {
    var writer = Writer(capacity: text.utf8.count)
    append(text, isInQuery: true, to: &writer)
    return writer.text
  }

  /// Appends search terms to a URL. In the query of the URL, the terms are form-encoded. Before the
  /// query, a space becomes `%20`, and `! ' ( ) ~` are unchanged.
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
