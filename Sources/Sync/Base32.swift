/// The conversion of bytes to text in which each letter or digit encodes five bits.
enum Base32 {
  /// The digits of Crockford's alphabet (https://www.crockford.com/base32.html).
  private static let crockfordDigits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  /// The digits of RFC 4648, section 6.
  private static let standardDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
  private static let groupLength = 5

  /// Returns bytes encoded according to RFC 4648, without padding.
  static func standardText(_ bytes: [UInt8]) -> String {
    String(decoding: letters(of: bytes, standardDigits), as: UTF8.self)
  }

  /// Whether a string consists only of the digits of RFC 4648.
  static func isStandard(_ text: String) -> Bool {
    text.utf8.allSatisfy(standardDigits.contains)
  }

  /// Returns bytes in Crockford's encoding, in groups of five digits separated by dashes.
  static func text(_ bytes: [UInt8]) -> String {
    let letters = letters(of: bytes, crockfordDigits)
    return stride(from: 0, to: letters.count, by: groupLength).map { start in
      String(decoding: letters[start..<min(start + groupLength, letters.count)], as: UTF8.self)
    }.joined(separator: "-")
  }

  /// Decodes the result of ``text(_:)``. Returns nil if the text contains other characters,
  /// including uppercase letters.
  static func bytes(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in text.utf8 where letter != UInt8(ascii: "-") {
      guard let digit = digit(letter) else { return nil }
      (bits, count) = (bits << 5 | digit, count + 5)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 255))
      }
      bits &= 255
    }
    return bytes
  }

  private static func letters(of bytes: [UInt8], _ digits: [UInt8]) -> [UInt8] {
    var letters: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 5 {
        count -= 5
        letters.append(digits[bits >> count & 31])
      }
      bits &= 255
    }
    if count > 0 { letters.append(digits[bits << (5 - count) & 31]) }
    return letters
  }

  private static func digit(_ letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "o"): 0
    case UInt8(ascii: "i"), UInt8(ascii: "l"): 1
    default: crockfordDigits.firstIndex(of: letter)
    }
  }
}
