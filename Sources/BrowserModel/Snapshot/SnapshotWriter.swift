/// Writes a snapshot: numbers of one to ten bytes, small ones short (LEB128; signed ones in zigzag).
struct SnapshotWriter {
  private(set) var bytes: ContiguousArray<UInt8> = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  @inline(__always)
  mutating func put(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func put(signed number: Int64) {
    put(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  mutating func put(count: Int) { put(UInt64(count)) }

  mutating func put(_ sequence: Sequence) { put(signed: Int64(sequence.rawValue)) }

  /// A sequence that is near another one.
  mutating func put(_ sequence: Sequence, near other: Sequence) {
    put(signed: Int64(sequence.rawValue) - Int64(other.rawValue))
  }

  /// A sequence that is often nothing, and otherwise near another one.
  mutating func put(optional sequence: Sequence, near other: Sequence) {
    guard sequence.exists else { return put(0) }
    let distance = Int64(sequence.rawValue) - Int64(other.rawValue)
    put(UInt64(bitPattern: (distance << 1) ^ (distance >> 63)) + 1)
  }

  mutating func put(byte: UInt8) { bytes.append(byte) }
}
