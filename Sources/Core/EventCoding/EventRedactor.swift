public import BrowserModel

/// Removes private texts from stored records and leaves everything else unchanged.
///
/// A removed text becomes empty, not absent, so that every version folds the event as before. The
/// record is marked as redacted. If a text contains other information too, only parts of it can be
/// cut out. The name of the program that acted, the id, batch, time, references and numbers are
/// unchanged. In an unknown kind or field, everything that may be text is removed.
///
/// ```swift
/// let redacted = EventRedactor.redact(record.span.bytes, sequence: event.sequence)
/// ```
public enum EventRedactor {
  /// Fields of a payload, identified by their numbers in `retrace.proto`, up to 31.
  public struct Fields: OptionSet, Hashable, Sendable {
    /// The fields as bits. Bit 4 is field number 4.
    public var rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Creates a set of one field, or an empty set for a number above 31.
    public init(number: UInt32) { self.init(rawValue: number < 32 ? 1 << number : 0) }

    /// The name and the key of the batch, which are next to the payload. No payload has a field
    /// with this number.
    public static let batchNote = Fields(number: batchNoteNumber)
    /// The number that represents the name and the key of the batch.
    public static let batchNoteNumber: UInt32 = 31
  }

  /// Bytes to remove from a text while the rest is kept.
  public struct Cut: Hashable, Sendable {
    /// The number of the field in `retrace.proto`.
    public var field: UInt32
    /// The offsets of the bytes, from 0 at the beginning of the text.
    public var bytes: Range<Int>

    /// Creates a cut. Offsets beyond the text are ignored.
    public init(field: UInt32, bytes: Range<Int>) {
      self.field = field
      self.bytes = bytes
    }
  }

  /// The record that replaces an unreadable record, so that nothing of it remains. It cannot be
  /// read either.
  public static let nothing: [UInt8] = [Record.checksumTag]

  /// Returns a record without its texts.
  ///
  /// - Parameters:
  ///   - bytes: The record.
  ///   - sequence: The id under which it is stored.
  ///   - kept: Fields whose texts are kept. In an unknown kind, they are removed anyway.
  ///   - cuts: The parts to remove from texts that are kept, in any order.
  /// - Returns: The record, or nil if it is damaged.
  /// - Complexity: O(bytes · cuts)
  public static func redact(
    _ bytes: RawSpan, sequence: EventID, keeping kept: Fields = [], cutting cuts: [Cut] = []
  ) -> [UInt8]? {
    do throws(EventDecoder.Damage) {
      _ = try EventDecoder.decode(bytes, sequence: sequence)
      var copier = RedactingCopier(bytes.copied, from: Record.headerLength, cuts)
      var record: [UInt8] = [Record.checksumTag, 0, 0, 0, 0]
      record.reserveCapacity(bytes.byteCount + 3)
      copier.copyRecord(to: &record, keeping: kept)
      return copier.isDamaged ? nil : sealed(record, sequence)
    } catch {
      return nil
    }
  }

  /// Fills in the checksum.
  private static func sealed(_ record: [UInt8], _ sequence: EventID) -> [UInt8] {
    var record = record
    let checksum = Checksum.of(
      record.span.raw.extracting(Record.headerLength...), sequence: sequence)
    for index in 0..<4 { record[1 + index] = UInt8(truncatingIfNeeded: checksum >> (index * 8)) }
    return record
  }
}

/// Copies a record field by field, except for the contents of texts.
private struct RedactingCopier {
  private let bytes: [UInt8]
  private var position: Int
  private var end: Int
  private(set) var isDamaged = false
  private let cuts: [EventRedactor.Cut]

  /// Creates a copier that starts after the checksum.
  init(_ bytes: [UInt8], from start: Int, _ cuts: [EventRedactor.Cut]) {
    self.bytes = bytes
    self.cuts = cuts
    self.position = start
    self.end = bytes.count
  }

  /// Copies the fields of a record. The mark is inserted in the order of its number.
  mutating func copyRecord(
    to output: inout [UInt8], keeping kept: EventRedactor.Fields
  ) {
    var hasSign = false
    while position < end {
      let start = position
      let tag = varint()
      // An existing mark is rewritten, because it may state that the event is not redacted.
      if tag == UInt64(Record.Field.redacted << 3) {
        skip(tag)
        continue
      }
      if tag == UInt64(Record.Field.batchNote << 3 | WireType.lengthDelimited),
        !kept.contains(.batchNote)
      {
        skip(tag)
        continue
      }
      if !hasSign, tag >> 3 > UInt64(Record.Field.redacted) {
        appendSign(to: &output)
        hasSign = true
      }
      guard tag & 7 == UInt64(WireType.lengthDelimited) else {
        skip(tag)
        output.append(contentsOf: bytes[start..<position])
        continue
      }
      let contentStart = position
      let range = content()
      output.append(contentsOf: bytes[start..<contentStart])
      append(value(of: UInt32(truncatingIfNeeded: tag >> 3), in: range, keeping: kept), to: &output)
    }
    if !hasSign { appendSign(to: &output) }
  }

  /// Returns the redacted value of a field that may contain texts.
  private mutating func value(
    of number: UInt32, in range: Range<Int>, keeping kept: EventRedactor.Fields
  ) -> [UInt8] {
    if Record.Field.isBeside(number) { return Array(bytes[range]) }
    return EventKind(rawValue: number) == nil ? [] : payload(in: range, keeping: kept)
  }

  /// Returns the payload in a range without its texts.
  private mutating func payload(
    in range: Range<Int>, keeping kept: EventRedactor.Fields
  ) -> [UInt8] {
    let outer = (position, end)
    (position, end) = (range.lowerBound, range.upperBound)
    defer { (position, end) = outer }
    var output: [UInt8] = []
    while position < end {
      let start = position
      let tag = varint()
      let number = UInt32(truncatingIfNeeded: tag >> 3)
      let isText = tag & 7 == UInt64(WireType.lengthDelimited)
      let field = EventRedactor.Fields(number: number)
      let tagEnd = position
      skip(tag)
      if isText, field.isEmpty || !kept.contains(field) {
        output.append(contentsOf: bytes[start..<tagEnd])
        output.append(0)
      } else if isText, cuts.contains(where: { $0.field == number }) {
        output.append(contentsOf: bytes[start..<tagEnd])
        let end = position
        position = tagEnd
        append(text(in: content(), of: number), to: &output)
        position = end
      } else {
        output.append(contentsOf: bytes[start..<position])
      }
    }
    return output
  }

  /// The bytes of a text without the cuts.
  private func text(in range: Range<Int>, of number: UInt32) -> [UInt8] {
    var text: [UInt8] = []
    for index in range {
      let isCut = cuts.contains {
        $0.field == number && $0.bytes.contains(index - range.lowerBound)
      }
      if !isCut { text.append(bytes[index]) }
    }
    return text
  }

  /// Appends the field that marks the event as redacted.
  private func appendSign(to output: inout [UInt8]) {
    append(UInt64(Record.Field.redacted << 3), to: &output)
    output.append(1)
  }

  /// Appends bytes after their count.
  private func append(_ payload: [UInt8], to output: inout [UInt8]) {
    append(UInt64(payload.count), to: &output)
    output.append(contentsOf: payload)
  }

  /// Appends a number of one to ten bytes.
  private func append(_ value: UInt64, to output: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(truncatingIfNeeded: rest))
  }

  // MARK: The wire format

  /// Reads a number of one to ten bytes.
  private mutating func varint() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end, shift < 70 {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    fail()
    return 0
  }

  /// Skips the value of a field according to its tag.
  private mutating func skip(_ tag: UInt64) {
    switch UInt32(tag & 7) {
    case WireType.varint: _ = varint()
    case WireType.fixed64: skip(bytes: 8)
    case WireType.lengthDelimited: _ = content()
    case WireType.fixed32: skip(bytes: 4)
    default: fail()
    }
  }

  /// Reads a length and skips that number of bytes.
  ///
  /// - Returns: The range of those bytes.
  private mutating func content() -> Range<Int> {
    let length = varint()
    guard length <= UInt64(end - position) else {
      fail()
      return end..<end
    }
    let start = position
    position += Int(length)
    return start..<position
  }

  private mutating func skip(bytes count: Int) {
    guard count <= end - position else { return fail() }
    position += count
  }

  /// Marks the record as damaged and moves to its end.
  private mutating func fail() {
    isDamaged = true
    position = end
  }
}
