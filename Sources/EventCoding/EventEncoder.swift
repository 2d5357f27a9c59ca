public import BrowserModel

/// Writes events as records to be stored (`retrace.proto`).
public struct EventEncoder: Sendable {
  /// The records that were written so far, one behind the other.
  public private(set) var bytes: ContiguousArray<UInt8> = []
  /// Where each record ends in ``bytes``.
  public private(set) var ends: ContiguousArray<Int> = []

  public init() {}

  /// Writes one event behind the others.
  ///
  /// - Parameter words: The bytes that its texts point into.
  /// - Complexity: O(bytes).
  public mutating func encode(_ event: Event, words: ContiguousArray<UInt8>) {
    let start = bytes.count
    var writer = WireWriter(output: bytes, words: words)
    bytes = []
    writer.append(Record.checksumTag)
    for _ in 0..<4 { writer.append(0) }
    writer.event(event)
    bytes = writer.output
    seal(from: start, sequence: event.sequence)
    ends.append(bytes.count)
  }

  /// Forgets what was written and keeps the room.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  private mutating func seal(from start: Int, sequence: Sequence) {
    bytes.withUnsafeMutableBytes { bytes in
      let covered = UnsafeRawBufferPointer(rebasing: bytes[(start + Record.headerLength)...])
      let checksum = Checksum.of(covered, sequence: sequence)
      bytes.storeBytes(of: checksum.littleEndian, toByteOffset: start + 1, as: UInt32.self)
    }
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
    event.body.visit(&self)
  }
}

extension WireWriter: PayloadVisitor {
  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    var copy = payload
    message(kind.rawValue) { copy.visit(&$0) }
  }
}
