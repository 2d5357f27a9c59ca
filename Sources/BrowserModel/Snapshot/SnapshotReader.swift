/// Reads a snapshot. Bytes that break off or make no sense never trap; they set ``isDamaged``.
struct SnapshotReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private(set) var isDamaged = false

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  @inline(__always)
  mutating func number() -> UInt64 {
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
  mutating func signed() -> Int64 { Self.signed(number()) }

  /// How many things follow, each of at least one byte.
  mutating func count() -> Int {
    let value = number()
    guard value <= UInt64(bytes.count &- position) else { return Int(fail()) }
    return Int(truncatingIfNeeded: value)
  }

  @inline(__always)
  mutating func sequence() -> Sequence { Sequence(Int32(truncatingIfNeeded: signed())) }

  @inline(__always)
  mutating func sequence(near other: Sequence) -> Sequence {
    Sequence(Int32(truncatingIfNeeded: Int64(other.rawValue) &+ signed()))
  }

  @inline(__always)
  mutating func optionalSequence(near other: Sequence) -> Sequence {
    let value = number()
    guard value != 0 else { return .nothing }
    return Sequence(Int32(truncatingIfNeeded: Int64(other.rawValue) &+ Self.signed(value &- 1)))
  }

  @inline(__always)
  mutating func byte() -> UInt8 {
    guard position < bytes.count else { return UInt8(fail()) }
    position &+= 1
    return bytes[position &- 1]
  }

  /// A value of an enumeration with small raw values.
  mutating func choice<Choice: RawRepresentable>(_ usual: Choice) -> Choice
  where Choice.RawValue == UInt8 {
    guard let value = Choice(rawValue: byte()) else {
      _ = fail()
      return usual
    }
    return value
  }

  @inline(__always)
  private static func signed(_ zigzag: UInt64) -> Int64 {
    Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
  }

  mutating func fail() -> UInt64 {
    isDamaged = true
    position = bytes.count
    return 0
  }
}
