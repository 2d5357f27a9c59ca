public import BrowserModel
internal import Bytes

/// Encodes events as records in the format of `retrace.proto`.
///
/// ```swift
/// var encoder = EventEncoder()
/// encoder.encode(event, words: draft.bytes)
/// let record = encoder.bytes
/// let decoded = try EventDecoder.decode(record.span.bytes, sequence: event.sequence)
/// ```
///
/// An encoder writes the records of a batch one after the other into one buffer, which can be
/// reused (``removeAll()``).
public struct EventEncoder: Sendable {
  // The writer is a stored property so that its buffer has one owner. If the buffer were copied for
  // each event, writing a batch would take quadratic time.
  private var writer = WireWriter()
  /// The end offset of each record in ``bytes``.
  public private(set) var ends: ContiguousArray<Int> = []

  /// Creates an encoder without records.
  public init() {}

  /// The records written, one after the other.
  public var bytes: ContiguousArray<UInt8> { writer.output.bytes }

  /// Appends an event as a record.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - words: The bytes that contain the texts of the event. A text outside these bytes causes a
  ///     trap.
  /// - Complexity: O(bytes), amortised
  public mutating func encode(_ event: Event, words: ContiguousArray<UInt8>) {
    writer.words = words
    writer.record(sequence: event.sequence) { $0.event(event) }
    writer.words = []
    ends.append(writer.output.count)
  }

  /// Appends an event as a record of another log, in which the events have different numbers.
  ///
  /// - Parameters:
  ///   - event: The event with its original references, except that its batch must already be that
  ///     of the other log.
  ///   - sequence: The number of the event in the other log.
  ///   - words: The bytes that contain the texts of the event. A text outside these bytes causes a
  ///     trap.
  ///   - numbers: The numbers of referenced events in the other log. A reference to any other event
  ///     becomes `EventID.nothing`.
  /// - Complexity: O(bytes), amortised
  public mutating func encode(
    _ event: Event, as sequence: EventID, words: ContiguousArray<UInt8>,
    renumbering numbers: [EventID: EventID]
  ) {
    var event = event
    event.sequence = sequence
    event.cause = numbers[event.cause] ?? .nothing
    writer.numbers = numbers
    encode(event, words: words)
    writer.numbers = nil
  }

  /// Removes all records but keeps the memory.
  public mutating func removeAll() {
    writer.removeAll()
    ends.removeAll(keepingCapacity: true)
  }
}

extension WireWriter {
  /// Writes the fields of a record after its checksum, in the order of their numbers.
  mutating func event(_ event: Event) {
    number(Record.Field.time, UInt64(bitPattern: event.milliseconds))
    let offset = event.sequence.rawValue.magnitude &- event.batch.rawValue.magnitude
    number(Record.Field.batchOffset, UInt64(offset))
    number(Record.Field.actor, UInt64(event.actor.rawValue))
    number(Record.Field.via, UInt64(event.via.rawValue))
    number(Record.Field.branch, UInt64(bitPattern: Int64(event.branch.rawValue)))
    number(Record.Field.occurred, UInt64(bitPattern: event.occurredMilliseconds))
    number(Record.Field.device, UInt64(event.device))
    number(Record.Field.deviceSequence, UInt64(bitPattern: Int64(event.deviceSequence)))
    beside = event
    event.body.visit(&self)
  }

  /// Writes the fields with the numbers from 16 to 19, which few events have.
  private mutating func numbersFrom16(of event: Event) {
    if event.isRedacted { number(Record.Field.redacted, 1) }
    string(Record.Field.agent, event.agent)
    number(Record.Field.cause, UInt64(bitPattern: Int64(event.cause.rawValue)))
    guard
      event.batchName.isPresent || event.batchKey.isPresent || event.batchFingerprint.isPresent
        || event.batchRun != 0
    else { return }
    message(Record.Field.batchNote) { note in
      note.string(Record.Field.batchName, event.batchName)
      note.string(Record.Field.batchKey, event.batchKey)
      note.string(Record.Field.batchFingerprint, event.batchFingerprint)
      note.number(Record.Field.batchRun, UInt64(event.batchRun))
    }
  }
}

extension WireWriter: PayloadVisitor {
  /// Writes a payload and the fields from 16 to 19, in the order of their numbers.
  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    var copy = payload
    if let numbers {
      var renumbering = Renumbering(numbers: numbers)
      copy.visit(&renumbering)
    }
    let isLast = kind.rawValue > Record.Field.redacted
    if isLast { numbersFrom16(of: beside) }
    message(kind.rawValue) { copy.visit(&$0) }
    if !isLast { numbersFrom16(of: beside) }
  }
}

/// Replaces the references of a payload with the numbers of another log.
private struct Renumbering: QuietFieldVisitor {
  let numbers: [EventID: EventID]

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    value = Reference(numbers[value.event] ?? .nothing)
  }
}
