internal import BrowserModel
internal import Bytes

/// Appends the fields of a message in the wire format of Protocol Buffers to a buffer.
struct WireWriter: FieldVisitor {
  /// The bytes written.
  private(set) var output = ByteWriter()
  /// The bytes that contain the texts of the current event.
  var words: ContiguousArray<UInt8> = []
  /// The event whose payload is being written, which provides the envelope fields.
  var beside = Event.blank
  /// The numbers of events in the target log, or nil if the numbers do not change.
  var numbers: [EventID: EventID]?

  /// Removes the bytes that were written and keeps the memory.
  mutating func removeAll() { output.removeAll() }

  /// Writes a record with its checksum.
  mutating func record(sequence: EventID, _ write: (inout WireWriter) -> Void) {
    let start = output.count
    output.put(byte: Record.checksumTag)
    output.put(fixed: UInt32(0))
    write(&self)
    output.sealRecord(from: start, sequence: sequence)
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
    output.put(UInt64(number << 3 | WireType.lengthDelimited))
    let words = words
    output.put(withCount: words.span.raw.extracting(value.range))
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
    output.put(UInt64(number << 3))
    output.put(value)
  }

  /// Writes a field with a message.
  mutating func message(_ number: UInt32, _ write: (inout WireWriter) -> Void) {
    output.put(UInt64(number << 3 | WireType.lengthDelimited))
    let start = output.count
    output.put(byte: 0)
    write(&self)
    output.fillInCount(at: start)
  }
}

extension ByteWriter {
  /// Fills in the checksum of the record that extends from an offset to the end of the bytes.
  mutating func sealRecord(from start: Int, sequence: EventID) {
    let checksum = Checksum.of(
      bytes.span.raw.extracting((start + Record.headerLength)...), sequence: sequence)
    put(fixed: checksum, at: start + 1)
  }
}
