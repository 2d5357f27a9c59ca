public import BrowserModel

/// Takes private words out of stored records and leaves all else as it is.
///
/// A text that goes stays as an empty one, so that every version folds the event as before; the
/// record says that it is redacted. Of a text that speaks of something else as well, parts are cut out;
/// what is left is a text like any other. What may be words of a kind or field that is not known goes as
/// well, numbers stay. Sequence, batch, time and references stay.
public enum EventRedactor {
  /// Fields of a payload by their numbers, those below 32.
  public struct Fields: OptionSet, Hashable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// One field; of a number from 32 on, none.
    public init(number: UInt32) { self.init(rawValue: number < 32 ? 1 << number : 0) }
  }

  /// Bytes of a text that go while the rest of it stays.
  public struct Cut: Hashable, Sendable {
    /// The number of the field.
    public var field: UInt32
    /// Which bytes, counted from the beginning of the text.
    public var bytes: Range<Int>

    /// Makes a cut.
    public init(field: UInt32, bytes: Range<Int>) {
      self.field = field
      self.bytes = bytes
    }
  }

  /// What takes the place of a record that cannot be read, so that nothing of it is left: one that
  /// cannot be read, either.
  public static let nothing: [UInt8] = [Record.checksumTag]

  /// The record without its words; nil where the bytes are no record that can be trusted.
  ///
  /// - Parameters:
  ///   - kept: Texts that stay, of a kind that is known.
  ///   - cuts: What goes of them all the same, in any order.
  /// - Complexity: O(bytes · cuts).
  public static func redact(
    _ bytes: RawSpan, sequence: EventID, keeping kept: Fields = [], cutting cuts: [Cut] = []
  ) -> [UInt8]? {
    bytes.withUnsafeBytes { bytes in
      do throws(EventDecoder.Damage) {
        let event = try EventDecoder.decode(bytes, sequence: sequence)
        var copier = RedactingCopier(bytes, from: Record.headerLength, cuts)
        var record: [UInt8] = [Record.checksumTag, 0, 0, 0, 0]
        record.reserveCapacity(bytes.count + 3)
        copier.copyRecord(to: &record, keeping: kept, isRedacted: event.isRedacted)
        return copier.isDamaged ? nil : sealed(record, sequence)
      } catch {
        return nil
      }
    }
  }

  private static func sealed(_ record: [UInt8], _ sequence: EventID) -> [UInt8] {
    var record = record
    let checksum = record.withUnsafeBytes { bytes in
      Checksum.of(
        UnsafeRawBufferPointer(rebasing: bytes[Record.headerLength...]), sequence: sequence)
    }
    for index in 0..<4 { record[1 + index] = UInt8(truncatingIfNeeded: checksum >> (index * 8)) }
    return record
  }
}

/// Copies fields byte for byte, but for the contents of those that hold words.
private struct RedactingCopier {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private var end: Int
  private(set) var isDamaged = false
  private let cuts: [EventRedactor.Cut]

  init(_ bytes: UnsafeRawBufferPointer, from start: Int, _ cuts: [EventRedactor.Cut]) {
    self.bytes = bytes
    self.cuts = cuts
    self.position = start
    self.end = bytes.count
  }

  /// Copies the envelope and its payload. The sign stands where its number belongs.
  mutating func copyRecord(
    to output: inout [UInt8], keeping kept: EventRedactor.Fields, isRedacted: Bool
  ) {
    var hasSign = isRedacted
    while position < end {
      let start = position
      let tag = varint()
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
      let isKnown = EventKind(rawValue: UInt32(truncatingIfNeeded: tag >> 3)) != nil
      append(isKnown ? payload(in: range, keeping: kept) : [], to: &output)
    }
    if !hasSign { appendSign(to: &output) }
  }

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

  /// A text without what is cut out of it.
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

  private func appendSign(to output: inout [UInt8]) {
    append(UInt64(Record.Field.redacted << 3), to: &output)
    output.append(1)
  }

  private func append(_ payload: [UInt8], to output: inout [UInt8]) {
    append(UInt64(payload.count), to: &output)
    output.append(contentsOf: payload)
  }

  private func append(_ value: UInt64, to output: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(truncatingIfNeeded: rest))
  }

  // MARK: The wire format

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

  /// Passes by what follows a tag.
  private mutating func skip(_ tag: UInt64) {
    switch UInt32(tag & 7) {
    case WireType.varint: _ = varint()
    case WireType.fixed64: skip(bytes: 8)
    case WireType.lengthDelimited: _ = content()
    case WireType.fixed32: skip(bytes: 4)
    default: fail()
    }
  }

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

  private mutating func fail() {
    isDamaged = true
    position = end
  }
}
