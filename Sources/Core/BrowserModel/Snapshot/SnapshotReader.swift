/// Reads the output of a ``SnapshotWriter``.
///
/// Truncated or invalid bytes never cause a trap. They set ``isDamaged``, and every read after that
/// returns 0 or nothing, so the caller can check once at the end.
package struct SnapshotReader: ~Escapable {
  private let bytes: RawSpan
  /// The offset of the next byte.
  package private(set) var position = 0
  /// Whether something could not be read.
  package private(set) var isDamaged = false

  /// Creates a reader, which cannot outlive the bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to read.
  ///   - position: The position to start at, which is at most the count of the bytes.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// Whether all bytes were read.
  package var isAtEnd: Bool { position == bytes.byteCount }

  /// Reads a number of one to ten bytes (LEB128).
  @inline(__always)
  package mutating func number() -> UInt64 {
    guard position < bytes.byteCount else { return fail() }
    let byte = next()
    return byte < 0x80 ? UInt64(byte) : longNumber(UInt64(byte & 0x7F))
  }

  /// Reads the rest of a number whose first byte is `low`.
  private mutating func longNumber(_ low: UInt64) -> UInt64 {
    var value = low
    var shift: UInt64 = 7
    while position < bytes.byteCount, shift < 70 {
      let byte = next()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift &+= 7
    }
    return fail()
  }

  /// Reads a signed number (zigzag).
  @inline(__always)
  package mutating func signed() -> Int64 { Self.signed(number()) }

  /// Reads the number of elements that follow. A number greater than that of the remaining bytes is
  /// damage, so the result is safe for reserving memory.
  package mutating func count() -> Int {
    let value = number()
    guard value <= UInt64(bytes.byteCount &- position) else { return Int(fail()) }
    return Int(truncatingIfNeeded: value)
  }

  /// Reads a number of things that do not follow. A number greater than the maximum number of
  /// events is damage, so the result is safe for arithmetic.
  package mutating func tally() -> Int {
    let value = number()
    guard value <= UInt64(Int32.max) else { return Int(fail()) }
    return Int(truncatingIfNeeded: value)
  }

  /// Reads the id of an event.
  @inline(__always)
  package mutating func sequence() -> EventID { EventID(Int32(truncatingIfNeeded: signed())) }

  /// Reads an id.
  @inline(__always)
  package mutating func id<ID: EventReference>() -> ID { ID(sequence()) }

  /// Reads an id as its distance from another id.
  @inline(__always)
  package mutating func id<ID: EventReference>(near other: some EventReference) -> ID {
    ID(Int32(truncatingIfNeeded: Int64(other.rawValue) &+ signed()))
  }

  /// Reads an id that may be ``EventReference/nothing``, as its distance from another id.
  @inline(__always)
  package mutating func optionalID<ID: EventReference>(near other: some EventReference) -> ID {
    let value = number()
    guard value != 0 else { return .nothing }
    return ID(Int32(truncatingIfNeeded: Int64(other.rawValue) &+ Self.signed(value &- 1)))
  }

  /// Reads one byte.
  @inline(__always)
  package mutating func byte() -> UInt8 {
    guard position < bytes.byteCount else { return UInt8(fail()) }
    return next()
  }

  /// Returns the next byte. The caller must have checked that there is one, because opening a log
  /// reads millions of bytes.
  @inline(__always)
  private mutating func next() -> UInt8 {
    defer { position &+= 1 }
    return unsafe bytes[unchecked: position]
  }

  /// Reads the raw value of an enumeration. An unknown value is damage, and `usual` is returned.
  mutating func choice<Choice: RawRepresentable>(_ usual: Choice) -> Choice
  where Choice.RawValue == UInt8 {
    guard let value = Choice(rawValue: byte()) else {
      damage()
      return usual
    }
    return value
  }

  /// Decodes a zigzag number.
  @inline(__always)
  private static func signed(_ zigzag: UInt64) -> Int64 {
    Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
  }

  /// Returns the next bytes, which follow their count. They are not copied.
  @_lifetime(copy self)
  package mutating func bytesWithCount() -> RawSpan {
    let count = count()
    defer { position &+= count }
    return bytes.extracting(position..<(position &+ count))
  }

  /// Skips some bytes.
  ///
  /// - Parameter count: At most the number of remaining bytes.
  /// - Returns: The offset of the first skipped byte.
  mutating func skip(_ count: Int) -> Int {
    defer { position &+= count }
    return position
  }

  /// Marks the bytes as damaged and moves to their end.
  package mutating func damage() {
    isDamaged = true
    position = bytes.byteCount
  }

  /// Marks the bytes as damaged and returns 0.
  private mutating func fail() -> UInt64 {
    damage()
    return 0
  }
}
