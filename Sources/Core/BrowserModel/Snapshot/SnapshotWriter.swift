/// Writes a snapshot into memory of its own: numbers of one to ten bytes, small ones short
/// (LEB128, signed ones in zigzag).
@safe @usableFromInline package struct SnapshotWriter: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  /// The number of bytes that were written.
  package private(set) var count = 0
  private var capacity: Int

  /// The most bytes of one number.
  private static let longestNumber = 10

  /// Creates a writer without bytes.
  ///
  /// - Parameter capacity: The number of bytes that will likely be written; more make it grow.
  package init(capacity: Int = 256) {
    self.capacity = capacity + Self.longestNumber
    unsafe base = .allocate(capacity: self.capacity)
  }

  // Embedded Swift must see it from the module that uses the writer.
  @inlinable deinit { unsafe base.deallocate() }

  /// A copy of the bytes that were written. O(n).
  package var bytes: ContiguousArray<UInt8> {
    unsafe ContiguousArray(UnsafeBufferPointer(start: base, count: count))
  }

  /// Begins again with the same memory.
  package mutating func removeAll() { count = 0 }

  /// Writes a number of one to ten bytes.
  @inline(__always)
  package mutating func put(_ number: UInt64) {
    makeRoom()
    var rest = number
    while rest >= 0x80 {
      unsafe base[count] = UInt8(truncatingIfNeeded: rest) | 0x80
      count &+= 1
      rest >>= 7
    }
    unsafe base[count] = UInt8(truncatingIfNeeded: rest)
    count &+= 1
  }

  /// Writes one byte.
  @inline(__always)
  package mutating func put(byte: UInt8) {
    makeRoom()
    unsafe base[count] = byte
    count &+= 1
  }

  /// Writes a signed number; those near 0 are short.
  @inline(__always)
  package mutating func put(signed number: Int64) {
    put(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  /// Writes how many elements follow. The count must not be negative.
  package mutating func put(count: Int) { put(UInt64(count)) }

  /// Writes the id of an event.
  package mutating func put(_ sequence: EventID) { put(signed: Int64(sequence.rawValue)) }

  /// Writes an id.
  package mutating func put(_ id: some EventReference) { put(id.event) }

  /// Writes an id as its distance from another one, which is short if both are near.
  @inline(__always)
  package mutating func put(_ id: some EventReference, near other: some EventReference) {
    put(signed: Int64(id.rawValue) - Int64(other.rawValue))
  }

  /// Writes an id that may be ``EventReference/nothing``, which is one byte, as its distance
  /// from another one.
  @inline(__always)
  package mutating func put(optional id: some EventReference, near other: some EventReference) {
    guard id.exists else { return put(0) }
    let distance = Int64(id.rawValue) - Int64(other.rawValue)
    put(UInt64(bitPattern: (distance << 1) ^ (distance >> 63)) + 1)
  }

  /// Writes what `write` writes, after the number of its bytes, for which three bytes are
  /// reserved.
  ///
  /// - Precondition: At most 2,097,151 bytes are written (21 bits).
  mutating func putWithLength(_ write: (inout SnapshotWriter) -> Void) {
    for _ in 0..<3 { put(byte: 0) }
    let start = count
    write(&self)
    // A number may be longer than it must be: so it can be filled in afterwards.
    var rest = count - start
    for position in (start - 3)..<start {
      unsafe base[position] =
        UInt8(truncatingIfNeeded: rest & 0x7F) | (position < start - 1 ? 0x80 : 0)
      rest >>= 7
    }
  }

  /// Writes a number as four bytes, little-endian, so that it can be found at a fixed
  /// offset.
  @inline(__always)
  package mutating func put(fixed number: UInt32) {
    makeRoom()
    unsafe UnsafeMutableRawPointer(base + count)
      .storeBytes(of: number.littleEndian, as: UInt32.self)
    count &+= 4
  }

  /// Writes bytes as they are.
  package mutating func put(_ bytes: RawSpan) {
    while count + bytes.byteCount + Self.longestNumber > capacity { grow() }
    let room = unsafe UnsafeMutableRawBufferPointer(start: base + count, count: bytes.byteCount)
    unsafe bytes.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
    count += bytes.byteCount
  }

  /// Writes bytes after their count.
  package mutating func put(_ bytes: ContiguousArray<UInt8>) {
    put(count: bytes.count)
    put(bytes.span.raw)
  }

  /// Makes room for one number.
  @inline(__always)
  private mutating func makeRoom() {
    if count &+ Self.longestNumber > capacity { grow() }
  }

  /// Doubles the memory.
  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
    unsafe larger.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = unsafe larger
    capacity *= 2
  }
}
