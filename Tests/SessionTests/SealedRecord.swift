import BrowserModel

@testable import EventCoding

/// Records that no encoder of this version writes.
enum SealedRecord {
  /// An event of a kind from the future, with a checksum that is right.
  static func unknown(kind: UInt32, sequence: Sequence) -> [UInt8] {
    let tag = kind << 3 | 2
    let covered = [UInt8(tag & 0x7F | 0x80), UInt8(tag >> 7), 2, 0x08, 0x01]
    let checksum = covered.withUnsafeBytes { Checksum.of($0, sequence: sequence) }
    return [0x0D] + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) } + covered
  }
}
