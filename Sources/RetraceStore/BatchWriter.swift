public import BrowserModel
internal import EventCoding
internal import RetraceEventLog
internal import RetraceTimeline

/// A batch that is written event by event, so that a large batch, such as an import, is never
/// completely in memory.
///
/// ```swift
/// let newest = try store.append(by: Origin(.import)) { batch in
///   for (url, milliseconds) in visits {
///     var visit = PageVisited()
///     visit.url = Text(start: 0, count: UInt32(url.utf8.count))
///     try batch.append(
///       .page(.visited(visit)), occurred: milliseconds, words: ContiguousArray(url.utf8))
///   }
///   return batch.next
/// }
/// ```
@safe public struct BatchWriter: ~Copyable {
  /// The write transaction, valid while the closure of ``Store/append(by:_:)`` runs.
  private let writer: UnsafePointer<Writer>
  /// The first event, which identifies the batch.
  private let first: EventID
  private let branch: BranchID
  private let milliseconds: Int64
  private let origin: Origin
  private var encoder = EventEncoder()

  /// The id that the next event will have.
  public private(set) var next: EventID

  /// Calls a closure with a batch that is written in a transaction.
  static func withBatch<Value>(
    _ writer: borrowing Writer, first: EventID, branch: BranchID, milliseconds: Int64,
    origin: Origin, _ body: (inout BatchWriter) throws -> Value
  ) throws -> Value {
    unsafe try withUnsafePointer(to: writer) { writer in
      var batch = unsafe BatchWriter(
        writer, first: first, branch: branch, milliseconds: milliseconds, origin: origin)
      return try body(&batch)
    }
  }

  private init(
    _ writer: UnsafePointer<Writer>, first: EventID, branch: BranchID, milliseconds: Int64,
    origin: Origin
  ) {
    unsafe self.writer = unsafe writer
    self.first = first
    self.branch = branch
    self.milliseconds = milliseconds
    self.origin = origin
    next = first
  }

  /// Appends an event.
  ///
  /// - Parameters:
  ///   - fact: The facts, which are not checked against the state.
  ///   - occurred: The time at which the fact happened, in milliseconds since 1970 UTC, or 0 for
  ///     the time of the batch.
  ///   - words: The UTF-8 bytes that contain the texts of `fact`.
  /// - Returns: The event's id.
  /// - Throws: `LogError` if the record is too long or the log cannot be written.
  @discardableResult
  public mutating func append(
    _ fact: Body, occurred: Int64 = 0, words: ContiguousArray<UInt8> = []
  ) throws -> EventID {
    let sequence = next
    var words = words
    var event = Event(
      sequence: sequence, batch: BatchID(first), milliseconds: milliseconds,
      occurredMilliseconds: occurred, branch: branch, actor: origin.actor, via: origin.via,
      cause: origin.cause, batchRun: sequence == first ? origin.run : 0, body: fact)
    if let agent = origin.agent {
      event.agent = Text(start: UInt32(words.count), count: UInt32(agent.utf8.count))
      words.append(contentsOf: agent.utf8)
    }
    encoder.removeAll()
    encoder.encode(event, words: words)
    let record = encoder.bytes
    unsafe try writer.pointee.append(record.span.raw)
    next = sequence.advanced(by: 1)
    return sequence
  }
}
