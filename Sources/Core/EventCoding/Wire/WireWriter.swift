internal import BrowserModel

/// Writes the fields of a message in the wire format of Protocol Buffers, at the end of a
/// buffer.
struct WireWriter: FieldVisitor {
  /// The bytes that were written.
  private(set) var output: ContiguousArray<UInt8> = []
  /// The bytes that the texts of the current event point into.
  var words: ContiguousArray<UInt8> = []
  /// The event whose payload is written, for the fields next to it.
  var beside = Event.blank
  /// The numbers that events have in the log that is written for, or nil if they have the same.
  var numbers: [EventID: EventID]?

  /// Removes what was written and keeps the memory.
  mutating func removeAll() { output.removeAll(keepingCapacity: true) }

  /// Fills in the checksum of the record that begins at `start` and goes to the end.
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

  /// Writes a field with a text; an absent one is left out.
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

  /// Writes a field with a number; 0, which a missing field stands for, is left out.
  mutating func number(_ number: UInt32, _ value: UInt64) {
    guard value != 0 else { return }
    varint(UInt64(number << 3))
    varint(value)
  }

  /// Writes one byte.
  mutating func append(_ byte: UInt8) { output.append(byte) }

  /// Writes a field with a message, whose length is filled in afterwards.
  mutating func message(_ number: UInt32, _ write: (inout WireWriter) -> Void) {
    varint(UInt64(number << 3 | WireType.lengthDelimited))
    let lengthPosition = output.count
    output.append(0)
    write(&self)
    putLength(output.count - lengthPosition - 1, at: lengthPosition)
  }

  /// Fills in a length. One byte was left for it; a longer one moves the message.
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
