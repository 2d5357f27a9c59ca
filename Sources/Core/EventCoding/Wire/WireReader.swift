internal import BrowserModel

/// Reads the fields of one message, in Protocol Buffers' wire format.
///
/// It visits a description in the order of the field numbers, in which records are written, so most
/// fields are met at the first comparison. Fields in another order, or unknown ones, are met by
/// going round again.
struct WireReader: FieldVisitor {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position: Int
  private(set) var end: Int
  /// The tag of the field at hand; 0 at the end.
  private(set) var tag: UInt32 = 0
  /// Whether the bytes broke off or made no sense.
  private(set) var isDamaged = false

  init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    self.bytes = bytes
    self.position = start
    self.end = bytes.count
    advance()
  }

  // MARK: Visiting

  @inline(__always)
  mutating func reference(_ number: UInt32, _ name: StaticString, _ value: inout EventID) {
    guard tag == number << 3 else { return }
    value = EventID(Int32(truncatingIfNeeded: varint()))
    advance()
  }

  @inline(__always)
  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    guard tag == number << 3 else { return }
    value = Int32(truncatingIfNeeded: varint())
    advance()
  }

  @inline(__always)
  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    guard tag == number << 3 else { return }
    let zigzag = UInt32(truncatingIfNeeded: varint())
    value = Int32(bitPattern: zigzag >> 1) ^ -Int32(bitPattern: zigzag & 1)
    advance()
  }

  @inline(__always)
  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    guard tag == number << 3 else { return }
    value = varint() != 0
    advance()
  }

  @inline(__always)
  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    guard tag == number << 3 | WireType.lengthDelimited else { return }
    let length = length()
    value = Text(
      start: UInt32(truncatingIfNeeded: position), count: UInt32(truncatingIfNeeded: length))
    position &+= length
    advance()
  }

  @inline(__always)
  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    guard tag == number << 3 else { return }
    if let raw = UInt8(exactly: varint()), let known = Choice(rawValue: raw) { value = known }
    advance()
  }

  @inline(__always)
  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    guard tag == number << 3 else { return }
    value = ZoomLevel(hundredths: UInt16(truncatingIfNeeded: varint()))
    advance()
  }

  /// Reads one message as a payload.
  @inline(__always)
  mutating func payload<Payload: FieldVisitable>() -> Payload {
    var payload = Payload()
    while true {
      let before = position
      payload.visit(&self)
      if tag == 0 { return payload }
      if position == before { skipField() }
    }
  }

  /// Narrows the reader to the message that follows, and gives back the end to ``leave(_:)`` to.
  @inline(__always)
  mutating func enter() -> Int {
    let outerEnd = end
    let length = length()
    end = position &+ length
    advance()
    return outerEnd
  }

  @inline(__always)
  mutating func leave(_ outerEnd: Int) {
    position = end
    end = outerEnd
    advance()
  }

  /// The value of a number field, whatever it means.
  @inline(__always)
  mutating func number() -> UInt64 {
    let value = varint()
    advance()
    return value
  }

  // MARK: The wire format

  /// Reads the next tag; 0 at the end, or where the bytes make no sense.
  @inline(__always)
  private mutating func advance() {
    guard position < end else {
      tag = 0
      return
    }
    let byte = bytes[position]
    if byte < 0x80 {
      position &+= 1
      tag = UInt32(byte)
      if tag < 8 { fail() }
    } else {
      advanceFar()
    }
  }

  private mutating func advanceFar() {
    let value = varint()
    guard value >= 8, value <= UInt64(UInt32.max) else { return fail() }
    tag = UInt32(truncatingIfNeeded: value)
  }

  @inline(__always)
  private mutating func varint() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end, shift < 70 {
      let byte = bytes[position]
      position &+= 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift &+= 7
    }
    fail()
    return 0
  }

  /// The length of what follows, checked against what is there.
  @inline(__always)
  private mutating func length() -> Int {
    let value = varint()
    guard value <= UInt64(end &- position) else {
      fail()
      return 0
    }
    return Int(truncatingIfNeeded: value)
  }

  mutating func skipField() {
    switch tag & 7 {
    case WireType.varint: _ = varint()
    case WireType.fixed64: skip(8)
    case WireType.lengthDelimited: skip(length())
    case WireType.fixed32: skip(4)
    default: fail()
    }
    advance()
  }

  private mutating func skip(_ count: Int) {
    guard count <= end &- position else { return fail() }
    position &+= count
  }

  private mutating func fail() {
    isDamaged = true
    position = end
    tag = 0
  }
}

/// Protocol Buffers' wire types.
enum WireType {
  static let varint: UInt32 = 0
  static let fixed64: UInt32 = 1
  static let lengthDelimited: UInt32 = 2
  static let fixed32: UInt32 = 5
}

extension WireReader: PayloadSource {}
