import BrowserModel

@testable import EventCoding

/// Records that the encoder of this version does not write.
enum SealedRecord {
  /// Returns an event of a future kind, with a valid checksum.
  static func unknown(
    kind: UInt32, sequence: EventID, payload: [UInt8] = [0x08, 0x01]
  ) -> [UInt8] {
    var tag = [UInt8]()
    var rest = kind << 3 | 2
    while rest >= 0x80 {
      tag.append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    let covered = tag + [UInt8(rest), UInt8(payload.count)] + payload
    let checksum = Checksum.of(covered.span.bytes, sequence: sequence)
    return [0x0D] + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) } + covered
  }
}
