/// Reads a snapshot. Bytes that break off or make no sense never trap; they set ``isDamaged``.
package struct SnapshotReader {
  private let bytes: UnsafeRawBufferPointer
  package private(set) var position = 0
  package private(set) var isDamaged = false

  /// - Parameter position: Where to begin; at most the count of the bytes.
  package init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  package var isAtEnd: Bool { position == bytes.count }

  @inline(__always)
  package mutating func number() -> UInt64 {
    guard position < bytes.count else { return fail() }
    let byte = bytes[position]
    position &+= 1
    return byte < 0x80 ? UInt64(byte) : longNumber(UInt64(byte & 0x7F))
  }

  private mutating func longNumber(_ low: UInt64) -> UInt64 {
    var value = low
    var shift: UInt64 = 7
    while position < bytes.count, shift < 70 {
      let byte = bytes[position]
      position &+= 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift &+= 7
    }
    return fail()
  }

  @inline(__always)
  package mutating func signed() -> Int64 { Self.signed(number()) }

  /// How many things follow, each of at least one byte.
  package mutating func count() -> Int {
    let value = number()
    guard value <= UInt64(bytes.count &- position) else { return Int(fail()) }
    return Int(truncatingIfNeeded: value)
  }

  @inline(__always)
  package mutating func sequence() -> EventID { EventID(Int32(truncatingIfNeeded: signed())) }

  @inline(__always)
  package mutating func sequence(near other: EventID) -> EventID {
    EventID(Int32(truncatingIfNeeded: Int64(other.rawValue) &+ signed()))
  }

  @inline(__always)
  package mutating func optionalID(near other: EventID) -> EventID {
    let value = number()
    guard value != 0 else { return .nothing }
    return EventID(Int32(truncatingIfNeeded: Int64(other.rawValue) &+ Self.signed(value &- 1)))
  }

  @inline(__always)
  package mutating func byte() -> UInt8 {
    guard position < bytes.count else { return UInt8(fail()) }
    position &+= 1
    return bytes[position &- 1]
  }

  /// A value of an enumeration with small raw values.
  mutating func choice<Choice: RawRepresentable>(_ usual: Choice) -> Choice
  where Choice.RawValue == UInt8 {
    guard let value = Choice(rawValue: byte()) else {
      damage()
      return usual
    }
    return value
  }

  @inline(__always)
  private static func signed(_ zigzag: UInt64) -> Int64 {
    Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
  }

  /// Bytes with their count before them, as part of what is read.
  package mutating func bytesWithCount() -> UnsafeRawBufferPointer {
    let count = count()
    defer { position &+= count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<(position &+ count)])
  }

  /// Passes some bytes by, and tells where they begin.
  mutating func skip(_ count: Int) -> Int {
    defer { position &+= count }
    return position
  }

  /// Makes what is read count for nothing.
  package mutating func damage() {
    isDamaged = true
    position = bytes.count
  }

  private mutating func fail() -> UInt64 {
    damage()
    return 0
  }
}
