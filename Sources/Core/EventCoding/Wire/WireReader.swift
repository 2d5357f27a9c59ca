internal import BrowserModel

/// Reads the fields of a message in the wire format of Protocol Buffers.
///
/// It visits the description of a payload, which lists the fields in the order of their numbers,
/// the order in which they are written. Most messages are read in one pass. Fields in another
/// order, and unknown fields, require further passes. Truncated or invalid bytes set ``isDamaged``
/// and never cause a trap.
@safe struct WireReader: FieldVisitor {
  private let bytes: UnsafeRawBufferPointer
  /// The offset of the next byte.
  private(set) var position: Int
  /// The offset at which the message ends.
  private(set) var end: Int
  /// The tag of the current field, or 0 at the end of the message.
  private(set) var tag: UInt32 = 0
  /// Whether the bytes were truncated or invalid.
  private(set) var isDamaged = false

  /// Creates a reader of the message that extends from an offset to the end of the bytes, which
  /// must outlive the reader.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    unsafe self.bytes = unsafe bytes
    self.position = start
    self.end = bytes.count
    advance()
  }

  // MARK: Visiting

  @inline(__always)
  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    guard tag == number << 3 else { return }
    value = Reference(Int32(truncatingIfNeeded: varint()))
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
    value = string()
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

  /// Reads the message as a payload. Unknown fields are skipped.
  ///
  /// This is a separate call for each type of payload, because the optimizer would need minutes for
  /// a single function with all of them.
  @inline(never)
  mutating func payload<Payload: FieldVisitable>() -> Payload { frequentPayload() }

  /// Reads the message as a payload of a type that most events have.
  @inline(__always)
  mutating func frequentPayload<Payload: FieldVisitable>() -> Payload {
    var payload = Payload()
    while true {
      let before = position
      payload.visit(&self)
      if tag == 0 { return payload }
      if position == before { skipField() }
    }
  }

  /// Narrows the reader to the message in the current field.
  ///
  /// - Returns: The end of the outer message, for ``leave(_:)``.
  @inline(__always)
  mutating func enter() -> Int {
    let outerEnd = end
    let length = length()
    end = position &+ length
    advance()
    return outerEnd
  }

  /// Continues in the outer message, after the inner one.
  @inline(__always)
  mutating func leave(_ outerEnd: Int) {
    position = end
    end = outerEnd
    advance()
  }

  /// Reads the text value of the current field.
  @inline(__always)
  mutating func string() -> Text {
    let length = length()
    let text = Text(
      start: UInt32(truncatingIfNeeded: position), count: UInt32(truncatingIfNeeded: length))
    position &+= length
    advance()
    return text
  }

  /// Reads the numeric value of the current field.
  @inline(__always)
  mutating func number() -> UInt64 {
    let value = varint()
    advance()
    return value
  }

  // MARK: The wire format

  /// Reads the next tag, which is 0 at the end, or if the bytes are invalid.
  @inline(__always)
  private mutating func advance() {
    guard position < end else {
      tag = 0
      return
    }
    let byte = unsafe bytes[position]
    if byte < 0x80 {
      position &+= 1
      tag = UInt32(byte)
      if tag < 8 { fail() }
    } else {
      advanceFar()
    }
  }

  /// Reads a tag of more than one byte.
  private mutating func advanceFar() {
    let value = varint()
    guard value >= 8, value <= UInt64(UInt32.max) else { return fail() }
    tag = UInt32(truncatingIfNeeded: value)
  }

  /// Reads a number of one to ten bytes.
  @inline(__always)
  private mutating func varint() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end, shift < 70 {
      let byte = unsafe bytes[position]
      position &+= 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift &+= 7
    }
    fail()
    return 0
  }

  /// Reads the length of the content that follows, which must fit into the message.
  @inline(__always)
  private mutating func length() -> Int {
    let value = varint()
    guard value <= UInt64(end &- position) else {
      fail()
      return 0
    }
    return Int(truncatingIfNeeded: value)
  }

  /// Skips the value of the current field.
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

  /// Marks the message as damaged and moves to its end.
  private mutating func fail() {
    isDamaged = true
    position = end
    tag = 0
  }
}

extension WireReader: PayloadSource {}
