/// Writes a snapshot: numbers of one to ten bytes, small ones short (LEB128; signed ones in zigzag).
@usableFromInline package struct SnapshotWriter: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  package private(set) var count = 0
  private var capacity: Int

  /// The longest that one number gets.
  private static let longestNumber = 10

  /// - Parameter capacity: As many bytes as will likely be written.
  package init(capacity: Int = 256) {
    self.capacity = capacity + Self.longestNumber
    base = .allocate(capacity: self.capacity)
  }

  // Embedded Swift has to see it from the module that uses the writer.
  @inlinable deinit { base.deallocate() }

  package var bytes: ContiguousArray<UInt8> {
    ContiguousArray(UnsafeBufferPointer(start: base, count: count))
  }

  /// Begins anew.
  package mutating func removeAll() { count = 0 }

  @inline(__always)
  package mutating func put(_ number: UInt64) {
    makeRoom()
    var rest = number
    while rest >= 0x80 {
      base[count] = UInt8(truncatingIfNeeded: rest) | 0x80
      count &+= 1
      rest >>= 7
    }
    base[count] = UInt8(truncatingIfNeeded: rest)
    count &+= 1
  }

  @inline(__always)
  package mutating func put(byte: UInt8) {
    makeRoom()
    base[count] = byte
    count &+= 1
  }

  @inline(__always)
  package mutating func put(signed number: Int64) {
    put(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  package mutating func put(count: Int) { put(UInt64(count)) }

  package mutating func put(_ sequence: EventID) { put(signed: Int64(sequence.rawValue)) }

  /// A sequence that is near another one.
  @inline(__always)
  package mutating func put(_ sequence: EventID, near other: EventID) {
    put(signed: Int64(sequence.rawValue) - Int64(other.rawValue))
  }

  /// A sequence that is often nothing, and otherwise near another one.
  @inline(__always)
  package mutating func put(optional sequence: EventID, near other: EventID) {
    guard sequence.exists else { return put(0) }
    let distance = Int64(sequence.rawValue) - Int64(other.rawValue)
    put(UInt64(bitPattern: (distance << 1) ^ (distance >> 63)) + 1)
  }

  /// What `write` puts, with the count of its bytes before it, which takes three.
  mutating func putWithLength(_ write: (inout SnapshotWriter) -> Void) {
    for _ in 0..<3 { put(byte: 0) }
    let start = count
    write(&self)
    // A number may be longer than it has to be: so it can be filled in afterwards.
    var rest = count - start
    for position in (start - 3)..<start {
      base[position] = UInt8(truncatingIfNeeded: rest & 0x7F) | (position < start - 1 ? 0x80 : 0)
      rest >>= 7
    }
  }

  /// A number that always takes four bytes, little-endian: it is found without what stands before.
  @inline(__always)
  package mutating func put(fixed number: UInt32) {
    makeRoom()
    UnsafeMutableRawPointer(base + count)
      .storeBytes(of: number.littleEndian, as: UInt32.self)
    count &+= 4
  }

  /// Bytes as they are.
  package mutating func put(_ bytes: UnsafeRawBufferPointer) {
    while count + bytes.count + Self.longestNumber > capacity { grow() }
    UnsafeMutableRawBufferPointer(start: base + count, count: bytes.count).copyMemory(from: bytes)
    count += bytes.count
  }

  /// Bytes with their count before them.
  package mutating func put(_ bytes: ContiguousArray<UInt8>) {
    put(count: bytes.count)
    bytes.withUnsafeBytes { put($0) }
  }

  @inline(__always)
  private mutating func makeRoom() {
    if count &+ Self.longestNumber > capacity { grow() }
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
