/// The serialiser of `application/x-www-form-urlencoded` (URL Standard, section 5.2).
public enum FormEncoding {
  /// The encoded form: a space is `+`, all but `A-Z a-z 0-9 * - . _` is `%XX` of its UTF-8.
  public static func encode(_ text: String) -> String {
    String(decoding: encode(text) as [UInt8], as: UTF8.self)
  }

  static func encode(_ text: String) -> [UInt8] {
    encode(text, .form, space: [UInt8(ascii: "+")])
  }

  /// For a place before the query: a space is `%20`, `! ' ( ) ~` stay.
  static func encodeForPath(_ text: String) -> [UInt8] {
    encode(text, .component, space: Array("%20".utf8))
  }

  private static func encode(_ text: String, _ set: ByteSet, space: [UInt8]) -> [UInt8] {
    var writer = Writer(capacity: text.utf8.count)
    for byte in text.utf8 {
      if byte == UInt8(ascii: " ") {
        writer.append(space.span)
      } else if byte >= 0x80 || set.contains(byte) {
        writer.appendEncoded(byte)
      } else {
        writer.append(byte)
      }
    }
    return writer.bytes
  }
}
