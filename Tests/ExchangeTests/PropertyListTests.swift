import Bytes
import ExchangeFormats
import Foundation
import Notation
import Testing

@testable import Exchange

/// Malicious property lists.
@Suite struct PropertyListTests {
  /// Nested lists, each with several references to the next list.
  private func laughs(_ depth: Int, width: Int, of innermost: [UInt8]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 0..<depth {
      offsets.append(bytes.count)
      bytes += [0xA0 | UInt8(width)] + Array(repeating: UInt8(level + 1), count: width)
    }
    offsets.append(bytes.count)
    bytes += innermost
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [offsets.count, 0, table] {
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return bytes
  }

  @Test func `lists that are referenced often are read up to a limit`() throws {
    let small = PropertyList.parse(laughs(2, width: 3, of: [0x51, 0x78]))
    #expect(
      small == .array(Array(repeating: .array(Array(repeating: .string("x"), count: 3)), count: 3)))
    #expect(PropertyList.parse(laughs(12, width: 14, of: [0x51, 0x78])) == nil)
  }

  @Test(arguments: [0x4, 0x5, 0x6] as [UInt8])
  func `a long text that is referenced often is read up to a limit`(kind: UInt8) throws {
    let count = 16_384
    let text =
      [kind << 4 | 0xF, 0x11, UInt8(count >> 8), 0] + Array(repeating: 0x61, count: count * 2)
    let bytes = laughs(2, width: 14, of: text)
    var large = try BinaryPropertyList(bytes, byteLimit: 1 << 23)
    _ = try large.root()
    var small = try BinaryPropertyList(bytes, byteLimit: 1 << 20)
    #expect(throws: ExchangeError.self) { try small.root() }
    // Larger than the limit of the parser.
    #expect(PropertyList.parse(laughs(5, width: 14, of: text)) == nil)
  }

  @Test(arguments: [[], [1], [1, 2], [1, 2, 3], Array(0...255)] as [[UInt8]])
  func `data is converted to Base64`(bytes: [UInt8]) throws {
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let list = try PropertyListSerialization.data(
        fromPropertyList: ["d": Data(bytes)], format: format, options: 0)
      #expect(PropertyList.parse(Array(list))?["d"]?.string == Data(bytes).base64EncodedString())
    }
    #expect(Base64.decoded(Data(bytes).base64EncodedString()) == bytes)
  }

  /// The last value is as long as `NSNumber` encodes an unsigned integer that exceeds every signed
  /// one.
  @Test(
    arguments: [
      ([0x10, 0xFF], 255), ([0x11, 0x80, 0x00], 32_768),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
      ([0x13] + Array(repeating: 0xFF, count: 7) + [0xFE], -2),
      ([0x14] + Array(repeating: 0, count: 15) + [0x05], 5),
    ] as [([UInt8], Int64)])
  func `an integer of any width is read`(bytes: [UInt8], number: Int64) throws {
    #expect(PropertyList.parse(laughs(0, width: 0, of: bytes)) == .integer(number))
  }

  @Test func `an integer of more than sixteen bytes is damage`() {
    #expect(
      PropertyList.parse(laughs(0, width: 0, of: [0x15] + Array(repeating: 1, count: 32))) == nil)
  }
}
