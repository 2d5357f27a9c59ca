public import BrowserModel

/// Writes events as records to be stored (`retrace.proto`).
public struct EventEncoder: Sendable {
  // The writer stays, so that its buffer has one owner: a copy an event would make batches quadratic.
  private var writer = WireWriter()
  /// Where each record ends in ``bytes``.
  public private(set) var ends: ContiguousArray<Int> = []

  public init() {}

  /// The records that were written so far, one behind the other.
  public var bytes: ContiguousArray<UInt8> { writer.output }

  /// Writes one event behind the others.
  ///
  /// - Parameter words: The bytes that its texts point into.
  /// - Complexity: O(bytes).
  public mutating func encode(_ event: Event, words: ContiguousArray<UInt8>) {
    let start = writer.output.count
    writer.words = words
    writer.append(Record.checksumTag)
    for _ in 0..<4 { writer.append(0) }
    writer.event(event)
    writer.words = []
    writer.seal(from: start, sequence: event.sequence)
    ends.append(writer.output.count)
  }

  /// Forgets what was written and keeps the room.
  public mutating func removeAll() {
    writer.removeAll()
    ends.removeAll(keepingCapacity: true)
  }
}

extension WireWriter {
  fileprivate mutating func event(_ event: Event) {
    number(Record.Field.time, UInt64(bitPattern: event.milliseconds))
    let offset = event.sequence.rawValue.magnitude &- event.batch.rawValue.magnitude
    number(Record.Field.batchOffset, UInt64(offset))
    number(Record.Field.actor, UInt64(event.actor.rawValue))
    number(Record.Field.via, UInt64(event.via.rawValue))
    number(Record.Field.branch, UInt64(bitPattern: Int64(event.branch.rawValue)))
    number(Record.Field.occurred, UInt64(bitPattern: event.occurredMilliseconds))
    number(Record.Field.device, UInt64(event.device))
    number(Record.Field.deviceSequence, UInt64(bitPattern: Int64(event.deviceSequence)))
    isRedacted = event.isRedacted
    event.body.visit(&self)
  }
}

extension WireWriter: PayloadVisitor {
  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    var copy = payload
    let isInFront = kind.rawValue > Record.Field.redacted
    if isRedacted, isInFront { number(Record.Field.redacted, 1) }
    message(kind.rawValue) { copy.visit(&$0) }
    if isRedacted, !isInFront { number(Record.Field.redacted, 1) }
  }
}

/// The frame of a record: what `retrace.proto` says of its outermost message.
enum Record {
  /// Field 1, fixed 32 bits: it comes first, so its bytes stand at a known place.
  static let checksumTag: UInt8 = 0x0D
  /// Tag and checksum.
  static let headerLength = 5

  enum Field {
    static let time: UInt32 = 2
    static let batchOffset: UInt32 = 3
    static let actor: UInt32 = 4
    static let via: UInt32 = 5
    static let branch: UInt32 = 6
    static let occurred: UInt32 = 7
    static let device: UInt32 = 8
    static let deviceSequence: UInt32 = 9
    static let firstBody: UInt32 = 10
    /// The numbers 16 to 19 are none of a kind; the first is in use.
    static let redacted: UInt32 = 16
  }
}
