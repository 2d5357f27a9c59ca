public import BrowserModel
import EventCoding

/// Reads a record in a simple and slow way, according to the wire format of Protocol Buffers, to
/// compare it with the decoder. It ignores the checksum.
public struct PlainReader {
  public struct Malformed: Error {}

  struct Field {
    var number: UInt32
    var value: Value
  }

  enum Value {
    case number(UInt64)
    case bytes(Range<Int>)
    /// A type that none of our fields has.
    case other
  }

  let record: [UInt8]

  public init(_ record: [UInt8]) { self.record = record }

  public func event(_ sequence: EventID) throws(Malformed) -> Event {
    var event = Event(
      sequence: sequence, batch: BatchID(sequence), milliseconds: 0, body: .unknown(kind: 0))
    for field in try fields(in: 5..<record.count) {
      switch field.value {
      case .number(let value): set(field.number, value, in: &event)
      case .bytes(let range) where field.number == 17: event.agent = Self.text(range)
      case .bytes(let range) where field.number == 19: try setNote(range, in: &event)
      case .bytes(let range) where field.number >= 10 && !(16...19).contains(field.number):
        event.body = try body(field.number, range)
      case .bytes, .other: break
      }
    }
    return event
  }

  private func set(_ field: UInt32, _ value: UInt64, in event: inout Event) {
    let small = Int32(truncatingIfNeeded: value)
    switch field {
    case 2: event.milliseconds = Int64(bitPattern: value)
    case 3: event.batch = BatchID(event.sequence.advanced(by: 0 &- small))
    case 4: event.actor = UInt8(exactly: value).flatMap { Event.Actor(rawValue: $0) } ?? .user
    case 5: event.via = UInt8(exactly: value).flatMap { Event.Via(rawValue: $0) } ?? .unknown
    case 6: event.branch = BranchID(small)
    case 7: event.occurredMilliseconds = Int64(bitPattern: value)
    case 8: event.device = UInt32(truncatingIfNeeded: value)
    case 9: event.deviceSequence = small
    case 16: event.isRedacted = value != 0
    case 18: event.cause = EventID(small)
    default: break
    }
  }

  private func setNote(_ range: Range<Int>, in event: inout Event) throws(Malformed) {
    for field in try fields(in: range) {
      if field.number == 4, case .number(let run) = field.value {
        event.batchRun = UInt32(truncatingIfNeeded: run)
      }
      guard case .bytes(let text) = field.value else { continue }
      if field.number == 1 { event.batchName = Self.text(text) }
      if field.number == 2 { event.batchKey = Self.text(text) }
      if field.number == 3 { event.batchFingerprint = Self.text(text) }
    }
  }

  private static func text(_ range: Range<Int>) -> Text {
    Text(start: UInt32(range.lowerBound), count: UInt32(range.count))
  }

  private func body(_ number: UInt32, _ range: Range<Int>) throws(Malformed) -> Body {
    guard let kind = EventKind(rawValue: number) else { return .unknown(kind: number) }
    var filler = FieldFiller(fields: try fields(in: range))
    return kind.body(filledBy: &filler)
  }

  private func fields(in range: Range<Int>) throws(Malformed) -> [Field] {
    var rest = range
    var fields: [Field] = []
    while !rest.isEmpty {
      let tag = try varint(&rest)
      guard let tag = UInt32(exactly: tag), tag >= 8 else { throw Malformed() }
      fields.append(Field(number: tag >> 3, value: try value(tag & 7, &rest)))
    }
    return fields
  }

  private func value(_ type: UInt32, _ rest: inout Range<Int>) throws(Malformed) -> Value {
    switch type {
    case 0: return .number(try varint(&rest))
    case 1:
      _ = try take(8, &rest)
      return .other
    case 2:
      let length = try varint(&rest)
      return .bytes(try take(Int(clamping: length), &rest))
    case 5:
      _ = try take(4, &rest)
      return .other
    default: throw Malformed()
    }
  }

  private func take(_ count: Int, _ rest: inout Range<Int>) throws(Malformed) -> Range<Int> {
    guard count <= rest.count else { throw Malformed() }
    let taken = rest.prefix(count)
    rest = rest.dropFirst(count)
    return taken
  }

  private func varint(_ rest: inout Range<Int>) throws(Malformed) -> UInt64 {
    var value: UInt64 = 0
    for place in 0..<10 {
      let byte = record[try take(1, &rest).lowerBound]
      value |= UInt64(byte & 0x7F) << UInt64(place * 7)
      if byte < 0x80 { return value }
    }
    throw Malformed()
  }
}

/// Stores the fields that were read in a payload.
private struct FieldFiller: FieldVisitor {
  let fields: [PlainReader.Field]

  private func numbers(_ number: UInt32) -> [UInt64] {
    fields.compactMap { field in
      if field.number == number, case .number(let value) = field.value { value } else { nil }
    }
  }

  func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    if let last = numbers(number).last { value = Reference(Int32(truncatingIfNeeded: last)) }
  }

  func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    if let last = numbers(number).last { value = Int32(truncatingIfNeeded: last) }
  }

  func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    guard let last = numbers(number).last else { return }
    let half = Int32(bitPattern: UInt32(truncatingIfNeeded: last) >> 1)
    value = last % 2 == 0 ? half : -1 - half
  }

  func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    if let last = numbers(number).last { value = last != 0 }
  }

  func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    for field in fields where field.number == number {
      guard case .bytes(let range) = field.value else { continue }
      value = Text(start: UInt32(range.lowerBound), count: UInt32(range.count))
    }
  }

  func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    for raw in numbers(number) {
      if let known = UInt8(exactly: raw).flatMap({ Choice(rawValue: $0) }) { value = known }
    }
  }

  func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    if let last = numbers(number).last {
      value = ZoomLevel(hundredths: UInt16(truncatingIfNeeded: last))
    }
  }
}
