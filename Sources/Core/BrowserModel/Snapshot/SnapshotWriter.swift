/// Writes a snapshot into its own memory. Numbers take one to ten bytes, small ones fewer (LEB128,
/// signed numbers in zigzag).
@safe @usableFromInline package struct SnapshotWriter: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  /// The number of bytes written.
  package private(set) var count = 0
  private var capacity: Int

  /// The maximum number of bytes of one number.
  private static let longestNumber = 10

  /// Creates a writer without bytes.
  ///
  /// - Parameter capacity: The expected number of bytes. The writer grows if necessary.
  package init(capacity: Int = 256) {
    self.capacity = capacity + Self.longestNumber
    unsafe base = .allocate(capacity: self.capacity)
  }

  // Embedded Swift must see this function from the module that uses the writer.
  @inlinable deinit { unsafe base.deallocate() }

  /// A copy of the bytes written. O(n).
  package var bytes: ContiguousArray<UInt8> {
    unsafe ContiguousArray(UnsafeBufferPointer(start: base, count: count))
  }

  /// Removes all bytes and reuses the memory.
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

  /// Writes the number of elements that follow, which must not be negative.
  package mutating func put(count: Int) { put(UInt64(count)) }

  /// Writes a signed number. Numbers near 0 are short.
  package mutating func put(_ sequence: EventID) { put(signed: Int64(sequence.rawValue)) }

  /// Writes an id.
  package mutating func put(_ id: some EventReference) { put(id.event) }

  /// Writes an id as its distance from another id, which is short if they are close to each other.
  @inline(__always)
  package mutating func put(_ id: some EventReference, near other: some EventReference) {
    put(signed: Int64(id.rawValue) - Int64(other.rawValue))
  }

  /// Writes an id that may be ``EventReference/nothing``, which takes one byte, as its distance
  /// from another id.
  @inline(__always)
  package mutating func put(optional id: some EventReference, near other: some EventReference) {
    guard id.exists else { return put(0) }
    let distance = Int64(id.rawValue) - Int64(other.rawValue)
    put(UInt64(bitPattern: (distance << 1) ^ (distance >> 63)) + 1)
  }

  /// Writes the number of bytes that `write` writes, in three reserved bytes, followed by those
  /// bytes.
  ///
  /// - Precondition: At most 2,097,151 bytes are written (21 bits).
  mutating func putWithLength(_ write: (inout SnapshotWriter) -> Void) {
    for _ in 0..<3 { put(byte: 0) }
    let start = count
    write(&self)
    // An encoded number may be longer than necessary, so it can be filled in afterwards.
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

  /// Writes bytes unchanged.
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

  /// Reserves memory for one number.
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
