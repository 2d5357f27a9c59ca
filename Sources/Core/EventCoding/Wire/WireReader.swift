internal import BrowserModel
internal import Bytes

/// Reads the fields of a message in the wire format of Protocol Buffers.
///
/// The reader visits the description of a payload, which lists the fields in the order of their
/// numbers. The encoder writes the fields in the same order, so one pass usually reads all fields.
/// Fields in another order, and unknown fields, require further passes. Damaged bytes set
/// ``isDamaged`` and never trap.
struct WireReader: FieldVisitor, ~Escapable {
  private var bytes: ByteReader
  /// The tag of the current field, or 0 at the end of the message.
  private(set) var tag: UInt32 = 0

  /// The offset of the value of the current field.
  var position: Int { bytes.position }
  /// Whether the bytes are truncated or do not follow the format.
  var isDamaged: Bool { bytes.isDamaged }

  /// Creates a reader of the message that extends from an offset to the end of the bytes.
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, from start: Int) {
    self.bytes = ByteReader(bytes, at: start)
    advance()
  }

  // MARK: Visiting

  @inline(__always)
  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    guard tag == number << 3 else { return }
    value = Reference(Int32(truncatingIfNeeded: bytes.number()))
    advance()
  }

  @inline(__always)
  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    guard tag == number << 3 else { return }
    value = Int32(truncatingIfNeeded: bytes.number())
    advance()
  }

  @inline(__always)
  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    guard tag == number << 3 else { return }
    let zigzag = UInt32(truncatingIfNeeded: bytes.number())
    value = Int32(bitPattern: zigzag >> 1) ^ -Int32(bitPattern: zigzag & 1)
    advance()
  }

  @inline(__always)
  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    guard tag == number << 3 else { return }
    value = bytes.number() != 0
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
    if let raw = UInt8(exactly: bytes.number()), let known = Choice(rawValue: raw) { value = known }
    advance()
  }

  @inline(__always)
  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    guard tag == number << 3 else { return }
    value = ZoomLevel(hundredths: UInt16(truncatingIfNeeded: bytes.number()))
    advance()
  }

  /// Reads the message as a payload. Unknown fields are skipped.
  ///
  /// Neither this function nor the visits of its fields are inlined. Otherwise, the code for the
  /// many rare payloads would be larger than the rest of the decoder, and the optimiser would need
  /// minutes for a single function that reads all types of payloads.
  @inline(never)
  mutating func payload<Payload: FieldVisitable>() -> Payload {
    var payload = Payload()
    var rare = RareFieldReader(self)
    while true {
      let before = rare.reader.position
      payload.visit(&rare)
      if rare.reader.tag == 0 { break }
      if rare.reader.position == before { rare.reader.skipField() }
    }
    self = rare.reader
    return payload
  }

  /// Reads the message as the payload of a frequent kind of event.
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

  /// Limits the reader to the message in the current field.
  ///
  /// - Returns: The end of the outer message, for ``leave(_:)``.
  @inline(__always)
  mutating func enter() -> Int {
    let outerEnd = bytes.enter(bytes.count())
    advance()
    return outerEnd
  }

  /// Continues in the outer message, after the message that was entered.
  @inline(__always)
  mutating func leave(_ outerEnd: Int) {
    bytes.leave(outerEnd)
    advance()
  }

  /// Reads the text value of the current field.
  @inline(__always)
  mutating func string() -> Text {
    let length = bytes.count()
    let text = Text(
      start: UInt32(truncatingIfNeeded: position), count: UInt32(truncatingIfNeeded: length))
    bytes.skip(length)
    advance()
    return text
  }

  /// Reads the numeric value of the current field.
  @inline(__always)
  mutating func number() -> UInt64 {
    let value = bytes.number()
    advance()
    return value
  }

  /// Skips the value of the current field.
  mutating func skipField() {
    bytes.skipValue(tag: UInt64(tag))
    advance()
  }

  /// Reads the next tag.
  #if hasFeature(Embedded)
    @inline(never)
  #else
    @inline(__always)
  #endif
  private mutating func advance() {
    guard !bytes.isAtEnd else {
      tag = 0
      return
    }
    let value = bytes.number()
    tag = UInt32(truncatingIfNeeded: value)
    // Field number 0 is not allowed, and a tag has at most 32 bits.
    if value < 8 || value > UInt64(UInt32.max) {
      bytes.damage()
      tag = 0
    }
  }
}

extension WireReader: PayloadSource {}

extension ByteReader {
  /// Skips the value of a field with a tag.
  mutating func skipValue(tag: UInt64) {
    switch UInt32(truncatingIfNeeded: tag & 7) {
    case WireType.varint: _ = number()
    case WireType.fixed64: skip(8)
    case WireType.lengthDelimited: skip(count())
    case WireType.fixed32: skip(4)
    default: damage()
    }
  }
}

/// Reads the same fields as a ``WireReader``, with less code and more time for each field.
private struct RareFieldReader: FieldVisitor, ~Escapable {
  var reader: WireReader

  @_lifetime(copy reader)
  init(_ reader: WireReader) { self.reader = reader }

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    if let bits = bits(of: number) { value = Reference(Int32(truncatingIfNeeded: bits)) }
  }

  @inline(never)
  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    reader.count(number, name, &value)
  }

  @inline(never)
  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    reader.offset(number, name, &value)
  }

  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    if let bits = bits(of: number) { value = bits != 0 }
  }

  @inline(never)
  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    reader.text(number, name, &value)
  }

  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    guard let bits = bits(of: number), let raw = UInt8(exactly: bits),
      let known = Choice(rawValue: raw)
    else { return }
    value = known
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    if let bits = bits(of: number) {
      value = ZoomLevel(hundredths: UInt16(truncatingIfNeeded: bits))
    }
  }

  /// Reads the value of a field that contains a number, or returns nil if the current field has
  /// another number.
  @inline(never)
  private mutating func bits(of number: UInt32) -> UInt64? {
    reader.tag == number << 3 ? reader.number() : nil
  }
}
