public import BrowserModel
internal import EventCoding
public import EventLog
internal import Timeline

/// One batch of events that somebody else has decided, while it is written event by event, so that a
/// large one needs no memory for all of it.
public struct BatchWriter: ~Copyable {
  private let writer: UnsafePointer<Writer>
  private let first: EventID
  private let branch: EventID
  private let milliseconds: Int64
  private let origin: Origin
  private var encoder = EventEncoder()

  /// The sequence that the next event will have.
  public private(set) var next: EventID

  init(
    _ writer: UnsafePointer<Writer>, first: EventID, branch: EventID, milliseconds: Int64,
    origin: Origin
  ) {
    self.writer = writer
    self.first = first
    self.branch = branch
    self.milliseconds = milliseconds
    self.origin = origin
    next = first
  }

  /// Appends an event.
  ///
  /// - Parameters:
  ///   - occurred: When it happened, in milliseconds since 1970 UTC, or 0: now.
  ///   - words: The UTF-8 bytes that its texts point into.
  /// - Returns: The event's sequence.
  @discardableResult
  public mutating func append(
    _ fact: Body, occurred: Int64 = 0, words: ContiguousArray<UInt8> = []
  ) throws(LogFailure) -> EventID {
    let sequence = next
    let event = Event(
      sequence: sequence, batch: first, milliseconds: milliseconds,
      occurredMilliseconds: occurred, branch: branch, actor: origin.actor, via: origin.via,
      body: fact)
    encoder.removeAll()
    encoder.encode(event, words: words)
    let record = encoder.bytes
    try writer.pointee.append(record.span.bytes)
    next = sequence.advanced(by: 1)
    return sequence
  }
}

extension Store {
  /// Appends events as one batch, and folds them when they are on disk.
  ///
  /// `apply` mends what does not fit the state, and that is all that is checked: whoever can ask for
  /// something performs an action.
  ///
  /// - Parameter body: Writes the events. What it reads of the store is the newest state, and stays so
  ///   until the batch is on disk. It may run again, from the beginning and on a newer state
  ///   (``EventLog/write(_:)``). What it throws ends the batch, and nothing of it is written.
  /// - Complexity: one durable commit; memory for one event at a time.
  public func append<Value>(
    by origin: Origin, _ body: (inout BatchWriter) throws -> Value
  ) throws -> Value {
    let now = clock()
    let value = try log.write { (writer) throws -> Value in
      try catchUp(writer.reader)
      try refuseUnknown()
      let first = try sequence(behind: timeline.position)
      return try withUnsafePointer(to: writer.reader) { reader in
        lentReader = reader
        defer { lentReader = nil }
        return try withUnsafePointer(to: writer) { writer in
          var batch = BatchWriter(
            writer, first: first, branch: timeline.lineage.branch, milliseconds: now, origin: origin
          )
          return try body(&batch)
        }
      }
    }
    try catchUp()
    return value
  }
}
