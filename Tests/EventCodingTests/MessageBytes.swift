import BrowserModel

@testable import EventCoding

/// Writes messages field by field, without the tested encoder.
struct MessageBytes {
  private(set) var bytes: [UInt8] = []

  init() {}

  mutating func number(_ field: UInt32, _ value: UInt64) {
    varint(UInt64(field) << 3)
    varint(value)
  }

  mutating func fixed64(_ field: UInt32, _ value: UInt64) {
    varint(UInt64(field) << 3 | 1)
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  mutating func fixed32(_ field: UInt32, _ value: UInt32) {
    varint(UInt64(field) << 3 | 5)
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  mutating func bytes(_ field: UInt32, _ content: [UInt8]) {
    varint(UInt64(field) << 3 | 2)
    varint(UInt64(content.count))
    bytes += content
  }

  mutating func message(_ field: UInt32, _ write: (inout MessageBytes) -> Void) {
    var inner = MessageBytes()
    write(&inner)
    bytes(field, inner.bytes)
  }

  mutating func raw(_ more: [UInt8]) { bytes += more }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Returns a record with the fields that were written and a correct checksum.
  func sealed(_ sequence: EventID) -> [UInt8] { Self.sealed(bytes, sequence) }

  static func sealed(_ covered: [UInt8], _ sequence: EventID) -> [UInt8] {
    let checksum = Checksum.of(covered.span.bytes, sequence: sequence)
    return [0x0D] + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) } + covered
  }
}
