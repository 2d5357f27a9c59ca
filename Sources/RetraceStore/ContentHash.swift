/// A 128-bit hash of some bytes: the key of a picture in the blobs of the log, and the fingerprint
/// of a request.
///
/// The algorithm is FNV-1a with two offsets. It distinguishes contents, but does not protect
/// against deliberate collisions.
package struct ContentHash {
  /// The 16 bytes of the hash, which are the key of the blob.
  package let bytes: [UInt8]

  /// Returns the hash of some bytes.
  static func of(_ content: [UInt8]) -> ContentHash {
    var first: UInt64 = 0xCBF2_9CE4_8422_2325
    var second: UInt64 = 0x9AE1_6A3B_2F90_404F
    for byte in content {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01B3
      second = (second ^ UInt64(byte)) &* 0x100_0000_01B3
      second = second << 7 | second >> 57
    }
    let words = [first, second]
    return ContentHash(
      bytes: words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } })
  }

  /// Creates a hash from its 32 hexadecimal ``digits``, or returns nil for any other text.
  package init?(digits: String) {
    let digits = Array(digits.utf8)
    guard digits.count == 32 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: 32, by: 2) {
      let pair = String(decoding: digits[index...(index + 1)], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    self.bytes = bytes
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The hash as 32 lower-case hexadecimal digits, which the event stores.
  var digits: String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }
}
