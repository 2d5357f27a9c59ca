/// A checksum of 32 bits, which detects accidental damage but not deliberate changes.
///
/// The algorithm resembles wyhash, and XXH3 for short inputs. It has two lanes of 128-bit products,
/// and combines the halves of each product by exclusive or. A CRC in software would make a fold
/// several times slower.
package enum Checksum {
  /// Returns the checksum of some bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that the checksum covers.
  ///   - seed: A number that the checksum also covers, such as the id of a record. If the seed is
  ///     the id of a record, the checksum also detects a record that is stored under the wrong id.
  /// - Complexity: O(bytes)
  package static func of(_ bytes: RawSpan, seed: Int64) -> UInt32 {
    let length = bytes.byteCount
    var first = UInt64(bitPattern: seed) ^ key1
    var second = UInt64(truncatingIfNeeded: length) ^ key2
    var offset = 0
    while length &- offset >= 32 {
      first = fold(load(bytes, offset) ^ key3, load(bytes, offset &+ 8) ^ first)
      second = fold(load(bytes, offset &+ 16) ^ key4, load(bytes, offset &+ 24) ^ second)
      offset &+= 32
    }
    if length &- offset >= 16 {
      first = fold(load(bytes, offset) ^ key3, load(bytes, offset &+ 8) ^ first)
      offset &+= 16
    }
    let (low, high) = tail(bytes, from: offset)
    second = fold(low ^ key4, high ^ second)
    let sum = fold(first ^ key1, second ^ key2)
    return UInt32(truncatingIfNeeded: sum ^ (sum >> 32))
  }

  private static let key1: UInt64 = 0xA076_1D64_78BD_642F
  private static let key2: UInt64 = 0xE703_7ED1_A0B4_28DB
  private static let key3: UInt64 = 0x8EBC_6AF0_9C88_C6E3
  private static let key4: UInt64 = 0x5899_65CC_7537_4CC3

  /// Multiplies to 128 bits and combines both halves.
  @inline(__always)
  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// Returns the number in the eight bytes at an offset, little-endian.
  @inline(__always)
  private static func load(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
    // All callers stay inside the bytes. A fold reads hundreds of megabytes.
    let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
    return UInt64(littleEndian: word)
  }

  /// Returns the remaining bytes, at most 15, as two numbers.
  @inline(__always)
  private static func tail(
    _ bytes: RawSpan, from offset: Int
  ) -> (UInt64, UInt64) {
    let left = bytes.byteCount &- offset
    // The words before the end may overlap bytes that were mixed already, which is harmless.
    let length = bytes.byteCount
    if length >= 16 { return (load(bytes, length &- 16), load(bytes, length &- 8)) }
    var low: UInt64 = 0
    var high: UInt64 = 0
    for index in 0..<left {
      let byte = UInt64(bytes[offset &+ index])
      if index < 8 {
        low |= byte << UInt64(index &* 8)
      } else {
        high |= byte << UInt64((index &- 8) &* 8)
      }
    }
    return (low, high)
  }
}
