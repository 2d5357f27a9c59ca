/// Writes numbers and byte strings, which ``ByteReader`` reads.
@usableFromInline
package struct ByteWriter: Sendable {
  /// The bytes written.
  @usableFromInline package private(set) var bytes: ContiguousArray<UInt8> = []

  /// Creates a writer without bytes.
  ///
  /// - Parameter capacity: The number of bytes that will probably be written.
  @inlinable package init(capacity: Int = 0) {
    if capacity > 0 { bytes.reserveCapacity(capacity) }
  }

  /// The number of bytes that were written.
  @inlinable package var count: Int { bytes.count }

  /// Removes the bytes and keeps the memory.
  @inlinable package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  // MARK: Numbers

  /// Writes a byte.
  @inlinable @inline(__always)
  package mutating func put(byte: UInt8) { bytes.append(byte) }

  /// Writes 1 for true and 0 for false.
  @inlinable package mutating func put(flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// Writes a number in one to ten bytes (LEB128).
  @inlinable @inline(__always)
  package mutating func put(_ number: UInt64) {
    if number < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: number))
    } else {
      putLong(number)
    }
  }

  /// Writes a number that takes more than one byte.
  @usableFromInline
  mutating func putLong(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes a signed number (LEB128 of a zigzag number). Numbers near 0 are short.
  @inlinable @inline(__always)
  package mutating func put(signed number: Int64) { put(Self.zigzag(number)) }

  /// Returns the zigzag number that encodes a signed number: 0, −1, 1, −2 … become 0, 1, 2, 3 …
  @inlinable @inline(__always)
  package static func zigzag(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: (number << 1) ^ (number >> 63))
  }

  /// Writes the number of elements that follow.
  ///
  /// - Precondition: The number is not negative.
  @inlinable @inline(__always)
  package mutating func put(count: Int) { put(UInt64(count)) }

  /// Writes a number in its full size, little-endian.
  @inlinable
  package mutating func put<Number: FixedWidthInteger>(fixed number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Overwrites previously written bytes with a number in its full size, little-endian.
  ///
  /// - Precondition: The bytes to overwrite have been written.
  @inlinable
  package mutating func put<Number: FixedWidthInteger>(fixed number: Number, at offset: Int) {
    for index in 0..<Number.bitWidth / 8 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (index * 8))
    }
  }

  // MARK: Byte strings

  /// Writes bytes without their count.
  @inlinable package mutating func put(_ other: RawSpan) { bytes.append(other) }

  /// Writes bytes without their count.
  @inlinable package mutating func put(contentsOf other: some Sequence<UInt8>) {
    bytes.append(contentsOf: other)
  }

  /// Writes the number of bytes, and then the bytes.
  @inlinable package mutating func put(withCount other: RawSpan) {
    put(count: other.byteCount)
    bytes.append(other)
  }

  /// Writes the output of a closure, preceded by its size in bytes.
  ///
  /// - Parameters:
  ///   - width: The minimum number of bytes for the size. If the size takes more bytes, the output
  ///     is moved once.
  ///   - write: Writes the output.
  @inlinable
  package mutating func putWithCount(width: Int = 1, _ write: (inout ByteWriter) -> Void) {
    let start = count
    for _ in 0..<width { put(byte: 0) }
    write(&self)
    fillInCount(at: start, width: width)
  }

  /// Replaces placeholder bytes with the number of bytes that were written after the placeholder.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first byte to replace.
  ///   - width: The number of bytes to replace.
  @usableFromInline
  package mutating func fillInCount(at offset: Int, width: Int = 1) {
    var rest = count - offset - width
    // An encoded number may take more bytes than necessary.
    for position in offset..<(offset + width - 1) {
      bytes[position] = UInt8(rest & 0x7F) | 0x80
      rest >>= 7
    }
    let last = offset + width - 1
    if rest < 0x80 {
      bytes[last] = UInt8(rest)
    } else {
      var end = ByteWriter()
      end.put(count: rest)
      bytes.replaceSubrange(last...last, with: end.bytes)
    }
  }
}
