public import BrowserModel

/// Reads events from stored records (`retrace.proto`).
public enum EventDecoder {
  /// Why a record cannot be read.
  public enum Damage: Error, Equatable, Sendable {
    /// The bytes are not those that were written, or not at this place.
    case checksum
    /// The bytes are no record.
    case malformed
  }

  /// The event in a record; its texts point into `bytes`.
  ///
  /// The checksum is verified first. An event of a kind that is not known comes back as
  /// ``Body/unknown(kind:)``.
  ///
  /// - Complexity: O(bytes), for the checksum; words are not looked at.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, sequence: EventID
  ) throws(Damage) -> Event {
    var event = Event.blank
    try decode(bytes, sequence: sequence, into: &event)
    return event
  }

  /// The same, put where an event is already: to move one costs as much as to decode it.
  ///
  /// After an error there is some event or other.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, sequence: EventID, into event: inout Event
  ) throws(Damage) {
    guard bytes.count > Record.headerLength, bytes[0] == Record.checksumTag else {
      throw .malformed
    }
    let stored = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    let covered = UnsafeRawBufferPointer(rebasing: bytes[Record.headerLength...])
    guard stored == Checksum.of(covered, sequence: sequence) else { throw .checksum }
    var reader = WireReader(bytes, from: Record.headerLength)
    reader.event(sequence: sequence, into: &event)
    guard !reader.isDamaged else { throw .malformed }
  }

  /// The checksum that a record bears, right or not; 0 where it is too short for one.
  package static func storedChecksum(of bytes: RawSpan) -> UInt32 {
    bytes.withUnsafeBytes { bytes in
      guard bytes.count >= Record.headerLength else { return 0 }
      return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    }
  }

  /// The same for a span.
  public static func decode(_ bytes: RawSpan, sequence: EventID) throws(Damage) -> Event {
    try bytes.withUnsafeBytes { bytes throws(Damage) in try decode(bytes, sequence: sequence) }
  }

  /// The same for a span, put where an event is already.
  public static func decode(
    _ bytes: RawSpan, sequence: EventID, into event: inout Event
  ) throws(Damage) {
    try bytes.withUnsafeBytes { bytes throws(Damage) in
      try decode(bytes, sequence: sequence, into: &event)
    }
  }
}

extension WireReader {
  fileprivate mutating func event(sequence: EventID, into event: inout Event) {
    event = Event(sequence: sequence, batch: sequence, milliseconds: 0, body: .unknown(kind: 0))
    while tag != 0 {
      guard !envelopeField(of: &event) else { continue }
      let field = tag >> 3
      guard field >= Record.Field.firstBody, tag & 7 == WireType.lengthDelimited else {
        // It stands here because nearly no event has it.
        if tag == Record.Field.redacted << 3 {
          event.isRedacted = number() != 0
        } else {
          skipField()
        }
        continue
      }
      // More than half of all events are of this kind: it is not looked up among the others.
      if field == EventKind.navigationCommitted.rawValue {
        let outerEnd = enter()
        event.body = .navigation(.committed(payload()))
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

  /// Reads the field at hand, if it is one of those around the body.
  @inline(__always)
  private mutating func envelopeField(of event: inout Event) -> Bool {
    switch tag {
    case Record.Field.time << 3:
      event.milliseconds = Int64(bitPattern: number())
    case Record.Field.batchOffset << 3:
      event.batch = event.sequence.advanced(by: 0 &- Int32(truncatingIfNeeded: number()))
    case Record.Field.actor << 3:
      event.actor = UInt8(exactly: number()).flatMap { Event.Actor(rawValue: $0) } ?? .user
    case Record.Field.via << 3:
      event.via = UInt8(exactly: number()).flatMap { Event.Via(rawValue: $0) } ?? .unknown
    case Record.Field.branch << 3:
      event.branch = EventID(Int32(truncatingIfNeeded: number()))
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
}

extension EventDecoder {
  /// What one field of the event in a record says; nil when the record is damaged or says nothing
  /// in that field.
  ///
  /// - Complexity: O(bytes).
  public static func text(
    _ field: TextField, in bytes: RawSpan, sequence: EventID
  ) -> String? {
    bytes.withUnsafeBytes { bytes in
      let text = text(field, in: bytes, sequence)
      return text.isPresent ? string(text, in: bytes) : nil
    }
  }

  /// How the page was reached that the event of a record opened, began to load or committed; nil for
  /// others, and for a damaged record.
  public static func transition(in bytes: RawSpan, sequence: EventID) -> Transition? {
    bytes.withUnsafeBytes { bytes in
      do throws(Damage) {
        return try decode(bytes, sequence: sequence).body.transition
      } catch {
        return nil
      }
    }
  }

  private static func text(
    _ field: TextField, in bytes: UnsafeRawBufferPointer, _ sequence: EventID
  ) -> Text {
    do throws(Damage) {
      return try decode(bytes, sequence: sequence).body.text(field)
    } catch {
      return .absent
    }
  }

  /// The words that a text of an event points to, in the record that the event was read from; none where
  /// the event says nothing.
  public static func string(_ text: Text, in bytes: UnsafeRawBufferPointer) -> String {
    text.isPresent ? String(decoding: self.bytes(of: text, in: bytes), as: UTF8.self) : ""
  }

  private static func bytes(
    of text: Text, in bytes: UnsafeRawBufferPointer
  ) -> Slice<UnsafeRawBufferPointer> {
    bytes[text.range]
  }
}
