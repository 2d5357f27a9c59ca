public import BrowserModel
internal import Bytes

/// Removes private texts from stored records and leaves everything else unchanged.
///
/// A removed text becomes empty, not absent, so that every version folds the event as before. The
/// record is marked as redacted. If a text also contains other information, it is possible to cut
/// out only parts of it. The name of the program that acted, the id, batch, time, references and
/// numbers are unchanged. In an unknown kind or field, everything that may be text is removed.
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

    /// The name and the key of the batch, which are outside the payload. No payload has a field
    /// with this number.
    public static let batchNote = Fields(number: batchNoteNumber)
    /// The number that represents the name and the key of the batch.
    public static let batchNoteNumber: UInt32 = 31
  }

  /// Bytes to remove from a text whose other bytes are kept.
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

  /// The record that replaces an unreadable record, so that no part of the unreadable record
  /// remains. This record cannot be read either.
  public static let nothing: [UInt8] = [Record.checksumTag]

  /// Returns a record without its texts.
  ///
  /// - Parameters:
  ///   - bytes: The record.
  ///   - sequence: The id under which the record is stored.
  ///   - kept: The fields whose texts are kept. In an event of an unknown kind, all texts are
  ///     removed.
  ///   - cuts: The parts to remove from texts that are kept, in any order.
  /// - Returns: The record, or nil if it is damaged.
  /// - Complexity: O(bytes · cuts)
  public static func redact(
    _ bytes: RawSpan, sequence: EventID, keeping kept: Fields = [], cutting cuts: [Cut] = []
  ) -> [UInt8]? {
    copy(bytes, sequence: sequence, RedactingCopier(kept: kept, cuts: cuts, masks: false))
  }

  /// Returns a record in which only the shape of each text remains: letters become `x`, digits
  /// become `0`, and other ASCII characters stay. The names of programs and batches are masked too.
  /// Texts of an unknown kind of event are removed.
  ///
  /// The record is not marked as redacted, and folds like the original.
  ///
  /// - Parameters:
  ///   - bytes: The record.
  ///   - sequence: The id under which the record is stored.
  /// - Returns: The record, or nil if it is damaged.
  /// - Complexity: O(bytes)
  package static func mask(_ bytes: RawSpan, sequence: EventID) -> [UInt8]? {
    copy(bytes, sequence: sequence, RedactingCopier(kept: [], cuts: [], masks: true))
  }

  private static func copy(
    _ bytes: RawSpan, sequence: EventID, _ copier: RedactingCopier
  ) -> [UInt8]? {
    do throws(EventDecoder.Damage) {
      _ = try EventDecoder.decode(bytes, sequence: sequence)
    } catch {
      return nil
    }
    var reader = ByteReader(bytes, at: Record.headerLength)
    var copier = copier
    var record = ByteWriter(capacity: bytes.byteCount + 3)
    record.put(byte: Record.checksumTag)
    record.put(fixed: UInt32(0))
    copier.copyRecord(&reader, to: &record)
    guard !reader.isDamaged, !copier.isDamaged else { return nil }
    record.sealRecord(from: 0, sequence: sequence)
    return Array(record.bytes)
  }
}

/// Copies a record field by field, except for texts that are removed.
private struct RedactingCopier {
  let kept: EventRedactor.Fields
  let cuts: [EventRedactor.Cut]
  /// Whether texts are masked instead of removed. Texts of the envelope are masked too.
  let masks: Bool
  /// Whether a payload is damaged.
  private(set) var isDamaged = false

  init(kept: EventRedactor.Fields, cuts: [EventRedactor.Cut], masks: Bool) {
    self.kept = kept
    self.cuts = cuts
    self.masks = masks
  }

  /// Copies the fields of a record. Unless texts are masked, adds the field that marks the record
  /// as redacted.
  mutating func copyRecord(_ reader: inout ByteReader, to output: inout ByteWriter) {
    var hasMark = masks
    while !reader.isAtEnd {
      let start = reader.position
      let tag = reader.number()
      let valueStart = reader.position
      reader.skipValue(tag: tag)
      let number = UInt32(truncatingIfNeeded: tag >> 3)
      let isBatchNote = tag == UInt64(Record.Field.batchNote << 3 | WireType.lengthDelimited)
      // An existing mark may state that the event is not redacted, so it is replaced.
      let isDropped =
        tag == UInt64(Record.Field.redacted << 3) || isBatchNote && !kept.contains(.batchNote)
      if isDropped, !masks { continue }
      if !hasMark, tag >> 3 > UInt64(Record.Field.redacted) {
        putMark(to: &output)
        hasMark = true
      }
      let isBeside = Record.Field.isBeside(number)
      if tag & 7 != UInt64(WireType.lengthDelimited) || isBeside && !masks {
        output.put(reader.bytes(since: start))
        continue
      }
      output.put(tag)
      if isBeside, !isBatchNote {
        var value = ByteReader(reader.bytes(since: valueStart))
        putMasked(value.bytesWithCount(), to: &output)
        continue
      }
      let countPosition = output.count
      output.put(byte: 0)
      if isBatchNote || EventKind(rawValue: number) != nil {
        var value = ByteReader(reader.bytes(since: valueStart))
        var payload = ByteReader(value.bytesWithCount())
        copyPayload(&payload, to: &output)
        if payload.isDamaged { isDamaged = true }
      }
      output.fillInCount(at: countPosition)
    }
    if !hasMark { putMark(to: &output) }
  }

  /// Copies a payload without its texts.
  private func copyPayload(_ reader: inout ByteReader, to output: inout ByteWriter) {
    while !reader.isAtEnd {
      let start = reader.position
      let tag = reader.number()
      let valueStart = reader.position
      reader.skipValue(tag: tag)
      let number = UInt32(truncatingIfNeeded: tag >> 3)
      let isText = tag & 7 == UInt64(WireType.lengthDelimited)
      let field = EventRedactor.Fields(number: number)
      if isText, field.isEmpty || !kept.contains(field) {
        output.put(tag)
        var value = ByteReader(reader.bytes(since: valueStart))
        if masks { putMasked(value.bytesWithCount(), to: &output) } else { output.put(count: 0) }
      } else if isText, cuts.contains(where: { $0.field == number }) {
        var value = ByteReader(reader.bytes(since: valueStart))
        output.put(tag)
        let countPosition = output.count
        output.put(byte: 0)
        copyText(value.bytesWithCount(), of: number, to: &output)
        output.fillInCount(at: countPosition)
      } else {
        output.put(reader.bytes(since: start))
      }
    }
  }

  /// Copies a text without the bytes that are cut out.
  private func copyText(_ text: RawSpan, of number: UInt32, to output: inout ByteWriter) {
    for offset in 0..<text.byteCount {
      let isCut = cuts.contains { $0.field == number && $0.bytes.contains(offset) }
      if !isCut { output.put(byte: text[offset]) }
    }
  }

  /// Writes the shape of a text, with its length.
  private func putMasked(_ text: RawSpan, to output: inout ByteWriter) {
    output.put(count: text.byteCount)
    for offset in 0..<text.byteCount { output.put(byte: Self.mask(text[offset])) }
  }

  /// Returns the character that replaces a byte of UTF-8.
  private static func mask(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...0xFF:
      UInt8(ascii: "x")
    default: byte
    }
  }

  /// Writes the field that marks the event as redacted.
  private func putMark(to output: inout ByteWriter) {
    output.put(UInt64(Record.Field.redacted << 3))
    output.put(byte: 1)
  }
}
