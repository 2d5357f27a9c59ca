public import BrowserModel
internal import Bytes

/// Decodes events from stored records in the format of `retrace.proto`.
///
/// The checksum of a record is verified at every read, before anything else is read. Texts are not
/// copied. The texts of a decoded event are ranges in the record.
public enum EventDecoder {
  /// The reason why a record cannot be read.
  public enum Damage: Error, Equatable, Sendable {
    /// The bytes differ from the bytes that were written, or were written under another id.
    case checksum
    /// The bytes are not a record of this format, even if their checksum is correct.
    case malformed
  }

  /// Decodes the event of a record. Its texts are ranges in `bytes`.
  ///
  /// An event of an unknown kind becomes `Body.unknown(kind:)`. Unknown fields, and unknown values
  /// of enumerations, are skipped.
  ///
  /// - Parameters:
  ///   - bytes: The record.
  ///   - sequence: The id under which the record is stored, which the checksum covers.
  /// - Throws: ``Damage/checksum`` or ``Damage/malformed``.
  /// - Complexity: O(bytes) for the checksum. Texts are not read.
  public static func decode(_ bytes: RawSpan, sequence: EventID) throws(Damage) -> Event {
    var event = Event.blank
    try decode(bytes, sequence: sequence, into: &event)
    return event
  }

  /// Decodes an event into a variable. Returning the event by value would take as long as decoding
  /// it.
  ///
  /// - Parameters:
  ///   - bytes: The record.
  ///   - sequence: The id under which the record is stored.
  ///   - start: The offset of the record in `bytes`. The record extends to the end of `bytes`.
  ///   - event: The variable for the event. After an error, its value is unspecified.
  /// - Throws: ``Damage/checksum`` or ``Damage/malformed``.
  public static func decode(
    _ bytes: RawSpan, from start: Int = 0, sequence: EventID, into event: inout Event
  ) throws(Damage) {
    guard bytes.byteCount > start + Record.headerLength, bytes[start] == Record.checksumTag else {
      throw .malformed
    }
    let body = start + Record.headerLength
    let covered = bytes.extracting(body...)
    guard bytes.number(at: start + 1) == Checksum.of(covered, sequence: sequence) else {
      throw .checksum
    }
    var reader = WireReader(bytes, from: body)
    reader.event(sequence: sequence, into: &event)
    guard !reader.isDamaged else { throw .malformed }
  }

  /// Returns the checksum stored in a record, which may be incorrect, or 0 if the record is too
  /// short.
  package static func storedChecksum(of bytes: RawSpan) -> UInt32 {
    bytes.byteCount >= Record.headerLength ? bytes.number(at: 1) : 0
  }
}

extension WireReader {
  /// Reads the complete part of a record that follows the checksum.
  fileprivate mutating func event(sequence: EventID, into event: inout Event) {
    event = Event(
      sequence: sequence, batch: BatchID(sequence), milliseconds: 0, body: .unknown(kind: 0))
    while tag != 0 {
      guard !envelopeField(of: &event) else { continue }
      let field = tag >> 3
      guard field >= Record.Field.firstBody, tag & 7 == WireType.lengthDelimited,
        !Record.Field.isBeside(field)
      else {
        rareField(of: &event)
        continue
      }
      // More than half of all events are of this kind, so it is checked before the others.
      if field == EventKind.navigationCommitted.rawValue {
        let outerEnd = enter()
        event.body = .navigation(.committed(frequentPayload()))
        leave(outerEnd)
        continue
      }
      guard let kind = EventKind(rawValue: field) else {
        event.body = .unknown(kind: field)
        skipField()
        continue
      }
      let outerEnd = enter()
      event.body = body(kind)
      leave(outerEnd)
    }
  }

  /// Reads the current field if it is an envelope field. Envelope fields are outside the body.
  ///
  /// - Returns: Whether the field was read.
  @inline(__always)
  private mutating func envelopeField(of event: inout Event) -> Bool {
    switch tag {
    case Record.Field.time << 3:
      event.milliseconds = Int64(bitPattern: number())
    case Record.Field.batchOffset << 3:
      event.batch = BatchID(
        event.sequence.advanced(by: 0 &- Int32(truncatingIfNeeded: number())))
    case Record.Field.actor << 3:
      event.actor = UInt8(exactly: number()).flatMap { Event.Actor(rawValue: $0) } ?? .user
    case Record.Field.via << 3:
      event.via = UInt8(exactly: number()).flatMap { Event.Via(rawValue: $0) } ?? .unknown
    case Record.Field.branch << 3:
      event.branch = BranchID(Int32(truncatingIfNeeded: number()))
    case Record.Field.occurred << 3:
      event.occurredMilliseconds = Int64(bitPattern: number())
    case Record.Field.device << 3:
      event.device = UInt32(truncatingIfNeeded: number())
    case Record.Field.deviceSequence << 3:
      event.deviceSequence = Int32(truncatingIfNeeded: number())
    default: return false
    }
    return true
  }

  /// Reads the current field if it is an envelope field that few events have, otherwise skips it.
  private mutating func rareField(of event: inout Event) {
    switch tag {
    case Record.Field.redacted << 3: event.isRedacted = number() != 0
    case Record.Field.agent << 3 | WireType.lengthDelimited: event.agent = string()
    case Record.Field.cause << 3: event.cause = EventID(Int32(truncatingIfNeeded: number()))
    case Record.Field.batchNote << 3 | WireType.lengthDelimited: batchNote(of: &event)
    default: skipField()
    }
  }

  private mutating func batchNote(of event: inout Event) {
    let outerEnd = enter()
    while tag != 0 {
      switch tag {
      case Record.Field.batchName << 3 | WireType.lengthDelimited: event.batchName = string()
      case Record.Field.batchKey << 3 | WireType.lengthDelimited: event.batchKey = string()
      case Record.Field.batchFingerprint << 3 | WireType.lengthDelimited:
        event.batchFingerprint = string()
      case Record.Field.batchRun << 3: event.batchRun = UInt32(truncatingIfNeeded: number())
      default: skipField()
      }
    }
    leave(outerEnd)
  }
}

extension EventDecoder {
  /// Returns a text of the event in a record.
  ///
  /// - Returns: The text, or nil if the event has no such text.
  /// - Throws: ``Damage/checksum`` or ``Damage/malformed``.
  /// - Complexity: O(bytes)
  public static func text(
    _ field: TextField, in bytes: RawSpan, sequence: EventID
  ) throws(Damage) -> String? {
    let text = try decode(bytes, sequence: sequence).body.text(field)
    return text.isPresent ? text.string(in: bytes) : nil
  }

  /// Returns the transition of an event that opened a tab, started a load or committed a
  /// navigation, or nil for other events.
  ///
  /// - Throws: ``Damage/checksum`` or ``Damage/malformed``.
  /// - Complexity: O(bytes)
  public static func transition(
    in bytes: RawSpan, sequence: EventID
  ) throws(Damage) -> Transition? {
    try decode(bytes, sequence: sequence).body.transition
  }
}
