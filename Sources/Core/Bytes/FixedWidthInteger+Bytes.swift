extension FixedWidthInteger {
  /// The bytes of the number, the most significant first.
  package var bigEndianBytes: [UInt8] { littleEndianBytes.reversed() }

  /// The bytes of the number, the least significant first.
  package var littleEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }

  /// Creates a number from its bytes, the most significant first, or returns nil if the number of
  /// bytes is not the size of the type.
  package init?(bigEndianBytes bytes: some Collection<UInt8>) {
    guard bytes.count == Self.bitWidth / 8 else { return nil }
    self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
  }

  /// Creates a number from its bytes, the least significant first, or returns nil if the number of
  /// bytes is not the size of the type.
  package init?(littleEndianBytes bytes: some Collection<UInt8>) {
    self.init(bigEndianBytes: bytes.reversed())
  }
}
