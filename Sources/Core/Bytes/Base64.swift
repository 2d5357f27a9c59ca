/// Base64, which represents binary data as text (RFC 4648, section 4).
package enum Base64 {
  /// Decodes a text. Returns nil if the text is not Base64. The padding may be missing.
  package static func decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (value, bits): (UInt32, Int) = (0, 0)
    for character in text.utf8 where character != UInt8(ascii: "=") {
      guard let digit = digit(character) else { return nil }
      value = value << 6 | digit
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
    }
    return bytes
  }

  /// Encodes bytes, with padding.
  package static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let group = bytes[position..<min(position + 3, bytes.endIndex)]
      let value = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32((3 - group.count) * 8)
      for place in 0..<4 {
        let digit = digits[Int(value >> UInt32(18 - place * 6) & 0x3F)]
        text.append(place <= group.count ? digit : UInt8(ascii: "="))
      }
      position += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func digit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
