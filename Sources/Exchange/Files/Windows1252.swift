/// The Western character set of Windows. According to the HTML Standard, it is also used for pages
/// that declare ISO 8859-1 or ASCII.
enum Windows1252 {
  /// The code points of 0x80 to 0x9F. Every other byte equals its code point.
  private static let high: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
    0x152,
    0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122,
    0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
  ]

  /// Returns the code point of a byte.
  static func scalar(_ byte: UInt8) -> UInt32 {
    0x80...0x9F ~= byte ? high[Int(byte) - 0x80] : UInt32(byte)
  }

  /// Converts text to UTF-8. O(bytes).
  static func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else if let scalar = Unicode.Scalar(scalar(byte)) {
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return text
  }
}
