/// Reads what a ``SnapshotWriter`` has written.
///
/// Bytes that break off or make no sense never trap. They set ``isDamaged``; every read
/// after that returns 0 or nothing, so the caller may check once at the end.
package struct SnapshotReader {
  private let bytes: UnsafeRawBufferPointer
  /// The offset of the next byte.
  package private(set) var position = 0
  /// Whether something could not be read.
  package private(set) var isDamaged = false

  /// Creates a reader, which is valid as long as the bytes are.
  ///
  /// - Parameters:
  ///   - bytes: What to read.
  ///   - position: Where to begin; at most the count of the bytes.
  package init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// Whether all bytes were read.
  package var isAtEnd: Bool { position == bytes.count }

  /// Reads a number of one to ten bytes (LEB128).
  @inline(__always)
  package mutating func number() -> UInt64 {
    guard position < bytes.count else { return fail() }
    let byte = bytes[position]
    position &+= 1
    return byte < 0x80 ? UInt64(byte) : longNumber(UInt64(byte & 0x7F))
  }

  /// Reads the rest of a number whose first byte is `low`.
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

  /// Reads a signed number (zigzag).
  @inline(__always)
  package mutating func signed() -> Int64 { Self.signed(number()) }

  /// Reads how many elements follow. More than there are bytes is damage, so the result is
  /// safe for reserving memory.
  package mutating func count() -> Int {
    let value = number()
    guard value <= UInt64(bytes.count &- position) else { return Int(fail()) }
    return Int(truncatingIfNeeded: value)
  }

  /// Reads an id.
  @inline(__always)
  package mutating func sequence() -> EventID { EventID(Int32(truncatingIfNeeded: signed())) }

  /// Reads an id as its distance from another one.
  @inline(__always)
  package mutating func sequence(near other: EventID) -> EventID {
    EventID(Int32(truncatingIfNeeded: Int64(other.rawValue) &+ signed()))
  }

  /// Reads an id that may be ``EventID/nothing``, as its distance from another one.
  @inline(__always)
  package mutating func optionalID(near other: EventID) -> EventID {
    let value = number()
    guard value != 0 else { return .nothing }
    return EventID(Int32(truncatingIfNeeded: Int64(other.rawValue) &+ Self.signed(value &- 1)))
  }

  /// Reads one byte.
  @inline(__always)
  package mutating func byte() -> UInt8 {
    guard position < bytes.count else { return UInt8(fail()) }
    position &+= 1
    return bytes[position &- 1]
  }

  /// Reads an enumeration's raw value. An unknown one is damage, and `usual` is returned.
  mutating func choice<Choice: RawRepresentable>(_ usual: Choice) -> Choice
  where Choice.RawValue == UInt8 {
    guard let value = Choice(rawValue: byte()) else {
      damage()
      return usual
    }
    return value
  }

  /// The number that a zigzag number stands for.
  @inline(__always)
  private static func signed(_ zigzag: UInt64) -> Int64 {
    Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
  }

  /// Returns the next bytes, whose count comes before them. They are part of what is read
  /// and not copied.
  package mutating func bytesWithCount() -> UnsafeRawBufferPointer {
    let count = count()
    defer { position &+= count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<(position &+ count)])
  }

  /// Skips some bytes.
  ///
  /// - Parameter count: At most as many as are left.
  /// - Returns: The offset of the first one.
  mutating func skip(_ count: Int) -> Int {
    defer { position &+= count }
    return position
  }

  /// Marks the bytes as damaged and goes to their end.
  package mutating func damage() {
    isDamaged = true
    position = bytes.count
  }

  /// Marks the bytes as damaged and returns 0.
  private mutating func fail() -> UInt64 {
    damage()
    return 0
  }
}
