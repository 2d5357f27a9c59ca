/// Reads numbers and byte strings from bytes that may be truncated or forged.
///
/// Each read compares its position with ``end``, so no input can cause a trap. If too few bytes are
/// left, or a number is too long, the read sets ``isDamaged`` and moves to the end. Later reads
/// return 0 or no bytes. Therefore, a caller needs to check for damage only once, after the last
/// read.
@usableFromInline
package struct ByteReader: ~Escapable {
  @usableFromInline let bytes: RawSpan
  /// The offset of the next byte.
  @usableFromInline package private(set) var position: Int
  /// The offset at which reading ends.
  @usableFromInline package private(set) var end: Int
  /// Whether a read failed.
  @usableFromInline package private(set) var isDamaged = false

  /// Creates a reader of bytes. The reader cannot outlive the bytes.
  ///
  /// - Parameter position: The offset of the first byte to read. An offset outside of the bytes
  ///   counts as damage.
  @inlinable @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, at position: Int = 0) {
    self.bytes = bytes
    end = bytes.byteCount
    self.position = position
    if position < 0 || position > end { damage() }
  }

  /// Whether all bytes were read.
  @inlinable package var isAtEnd: Bool { position == end }

  /// The number of bytes that have not been read.
  @inlinable package var remaining: Int { end &- position }

  // MARK: Numbers

  /// Reads a byte.
  #if hasFeature(Embedded)
    // The module for web pages must be small.
    @inlinable @inline(never)
  #else
    @inlinable @inline(__always)
  #endif
  package mutating func byte() -> UInt8 {
    guard position < end else { return UInt8(fail()) }
    return next()
  }

  /// Reads a byte, and returns true if it is not 0.
  @inlinable @inline(__always)
  package mutating func flag() -> Bool { byte() != 0 }

  /// Reads a number of one to ten bytes (LEB128). As in Protocol Buffers, bits above the 64th are
  /// ignored. A number of more than ten bytes counts as damage.
  #if hasFeature(Embedded)
    // The module for web pages must be small.
    @inlinable @inline(never)
  #else
    @inlinable @inline(__always)
  #endif
  package mutating func number() -> UInt64 {
    guard position < end else { return fail() }
    let byte = next()
    return byte < 0x80 ? UInt64(byte) : longNumber(UInt64(byte & 0x7F))
  }

  /// Reads the rest of a number whose first byte has the bits `low`.
  @inlinable
  mutating func longNumber(_ low: UInt64) -> UInt64 {
    var value = low
    var shift: UInt64 = 7
    while position < end, shift < 70 {
      let byte = next()
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
      shift &+= 7
    }
    return fail()
  }

  /// Reads a signed number (LEB128 of a zigzag number).
  @inlinable @inline(__always)
  package mutating func signed() -> Int64 { Self.signed(number()) }

  /// Returns the number that a zigzag number encodes.
  @inlinable @inline(__always)
  package static func signed(_ zigzag: UInt64) -> Int64 {
    Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
  }

  /// Reads the number of elements that follow. Each element takes at least one byte, so a number
  /// above ``remaining`` counts as damage. It is therefore safe to reserve memory for the result.
  #if hasFeature(Embedded)
    // The module for web pages must be small.
    @inlinable @inline(never)
  #else
    @inlinable @inline(__always)
  #endif
  package mutating func count() -> Int {
    let value = number()
    guard value <= UInt64(end &- position) else { return Int(fail()) }
    return Int(truncatingIfNeeded: value)
  }

  /// Reads a count of things that are not stored directly after the count. A number above
  /// `Int32.max` counts as damage, so adding to the result cannot overflow.
  @inlinable
  package mutating func tally() -> Int {
    let value = number()
    guard value <= UInt64(Int32.max) else { return Int(fail()) }
    return Int(truncatingIfNeeded: value)
  }

  /// Reads a number of a fixed size, little-endian.
  @inlinable
  package mutating func fixed<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    let size = Number.bitWidth / 8
    var value: Number = 0
    guard skip(size) else { return value }
    for offset in 0..<size {
      value |= Number(truncatingIfNeeded: bytes[position - size + offset]) << (offset * 8)
    }
    return value
  }

  // MARK: Byte strings

  /// Reads a count, and then the counted bytes. The result is part of the bytes being read, not a
  /// copy.
  @inlinable @_lifetime(copy self)
  package mutating func bytesWithCount() -> RawSpan { bytes(count()) }

  /// Reads `count` bytes, or no bytes if fewer are left. The result is part of the bytes being
  /// read, not a copy.
  @inlinable @_lifetime(copy self)
  package mutating func bytes(_ count: Int) -> RawSpan {
    let start = position
    guard skip(count) else { return bytes.extracting(end..<end) }
    return bytes.extracting(start..<position)
  }

  /// Returns the bytes from an offset to the current position.
  ///
  /// - Precondition: The offset is not after the position.
  @inlinable @_lifetime(copy self)
  package func bytes(since start: Int) -> RawSpan { bytes.extracting(start..<position) }

  /// Skips `count` bytes.
  ///
  /// - Returns: False if fewer bytes are left, which counts as damage.
  @inlinable @inline(__always) @discardableResult
  package mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, count <= end &- position else {
      damage()
      return false
    }
    position &+= count
    return true
  }

  // MARK: Nested messages

  /// Limits reading to the next `count` bytes.
  ///
  /// - Returns: The previous ``end``, for ``leave(_:)``.
  @inlinable @inline(__always)
  package mutating func enter(_ count: Int) -> Int {
    let outerEnd = end
    if count >= 0, count <= end &- position { end = position &+ count } else { damage() }
    return outerEnd
  }

  /// Ends the limit that ``enter(_:)`` has set, and continues after the bytes within that limit.
  @inlinable @inline(__always)
  package mutating func leave(_ outerEnd: Int) {
    position = end
    end = outerEnd
  }

  // MARK: Damage

  /// Marks the bytes as damaged and moves to the end.
  @inlinable
  package mutating func damage() {
    isDamaged = true
    position = end
  }

  /// Marks the bytes as damaged and returns 0.
  @usableFromInline
  mutating func fail() -> UInt64 {
    damage()
    return 0
  }

  /// Reads a byte. The caller must have checked that a byte is left.
  @inlinable @inline(__always)
  mutating func next() -> UInt8 {
    let byte = unsafe bytes[unchecked: position]
    position &+= 1
    return byte
  }
}
