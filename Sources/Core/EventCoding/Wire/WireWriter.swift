internal import BrowserModel

/// Appends the fields of a message in the wire format of Protocol Buffers to a buffer.
struct WireWriter: FieldVisitor {
  /// The bytes written.
  private(set) var output: ContiguousArray<UInt8> = []
  /// The bytes that contain the texts of the current event.
  var words: ContiguousArray<UInt8> = []
  /// The event whose payload is written, for its envelope fields.
  var beside = Event.blank
  /// The numbers of events in the target log, or nil if they are the same.
  var numbers: [EventID: EventID]?

  /// Removes all output but keeps the memory.
  mutating func removeAll() { output.removeAll(keepingCapacity: true) }

  /// Fills in the checksum of the record that begins at `start` and extends to the end.
  mutating func seal(from start: Int, sequence: EventID) {
    let checksum = Checksum.of(
      output.span.raw.extracting((start + Record.headerLength)...), sequence: sequence)
    for index in 0..<4 {
      output[start + 1 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index))
    }
  }

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    self.number(number, UInt64(bitPattern: Int64(value.rawValue)))
  }

  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    self.number(number, UInt64(bitPattern: Int64(value)))
  }

  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    self.number(number, UInt64(UInt32(bitPattern: (value << 1) ^ (value >> 31))))
  }

  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    self.number(number, value ? 1 : 0)
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    string(number, value)
  }

  /// Writes a text field. An absent text is omitted.
  mutating func string(_ number: UInt32, _ value: Text) {
    guard value.isPresent else { return }
    varint(UInt64(number << 3 | WireType.lengthDelimited))
    varint(UInt64(value.count))
    output.append(contentsOf: words[value.range])
  }

  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    self.number(number, UInt64(value.rawValue))
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    self.number(number, UInt64(value.hundredths))
  }

  /// Writes a numeric field. 0 is omitted, because it is the value of a missing field.
  mutating func number(_ number: UInt32, _ value: UInt64) {
    guard value != 0 else { return }
    varint(UInt64(number << 3))
    varint(value)
  }

  /// Writes one byte.
  mutating func append(_ byte: UInt8) { output.append(byte) }

  /// Writes a message field. Its length is filled in afterwards.
  mutating func message(_ number: UInt32, _ write: (inout WireWriter) -> Void) {
    varint(UInt64(number << 3 | WireType.lengthDelimited))
    let lengthPosition = output.count
    output.append(0)
    write(&self)
    putLength(output.count - lengthPosition - 1, at: lengthPosition)
  }

  /// Fills in a length. One byte was reserved for it. If the length is longer, the message is
  /// moved.
  private mutating func putLength(_ length: Int, at position: Int) {
    if length < 0x80 {
      output[position] = UInt8(length)
      return
    }
    var encoded: [UInt8] = []
    var rest = length
    while rest >= 0x80 {
      encoded.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    encoded.append(UInt8(rest))
    output.replaceSubrange(position...position, with: encoded)
  }

  /// Writes a number of one to ten bytes.
  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(truncatingIfNeeded: rest))
  }
}
