public import BrowserModel
internal import EventCoding
public import EventLog
internal import Timeline

/// One batch that is written event by event, so that a large one, such as an import, is never in
/// memory as a whole.
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
  /// The first event, which names the batch.
  private let first: EventID
  private let branch: BranchID
  private let milliseconds: Int64
  private let origin: Origin
  private var encoder = EventEncoder()

  /// The id that the next event will have.
  public private(set) var next: EventID

  init(
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
  ///   - fact: What happened. It is not checked against the state.
  ///   - occurred: When it happened, in milliseconds since 1970 UTC; 0 for the time of the batch.
  ///   - words: The UTF-8 bytes that the texts of `fact` point into.
  /// - Returns: The event's id.
  /// - Throws: `LogFailure` when the record is too long or the log cannot be written.
  @discardableResult
  public mutating func append(
    _ fact: Body, occurred: Int64 = 0, words: ContiguousArray<UInt8> = []
  ) throws(LogFailure) -> EventID {
    let sequence = next
    let event = Event(
      sequence: sequence, batch: BatchID(first), milliseconds: milliseconds,
      occurredMilliseconds: occurred, branch: branch, actor: origin.actor, via: origin.via,
      body: fact)
    encoder.removeAll()
    encoder.encode(event, words: words)
    let record = encoder.bytes
    unsafe try writer.pointee.append(record.span.raw)
    next = sequence.advanced(by: 1)
    return sequence
  }
}

extension Store {
  /// Does many actions in one transaction, each as a batch of its own.
  ///
  /// All are decided on the durable state; an action that names a private window or tab is refused.
  ///
  /// - Returns: What each action wrote, in their order.
  /// - Throws: ``StoreFailure/refused(_:)`` for the first action that is refused. Nothing of any
  ///   action is then written.
  /// - Complexity: One durable commit, however many actions there are.
  @discardableResult
  public func perform(
    all actions: [Action], by origin: Origin = Origin()
  ) throws(StoreFailure) -> [Commit] {
    guard !actions.contains(where: { $0.isPrivate }) else {
      throw .refused(
        Refusal(.notAllowed, "What is about a private window is done by itself, not with others."))
    }
    if actions.contains(where: { $0.isAboutLibrary }) {
      _ = try failing { () throws(LogFailure) in try readLibrary() }
    }
    let (done, reached, known) = try write { (writer) throws(StoreFailure) in
      // The transaction may run again on another state, so the store changes only after the
      // commit.
      var ahead = timeline
      let words = LogText(copying: words)
      var done: [Commit] = []
      for action in actions {
        let draft = try decide(action, on: ahead, words, writer.reader)
        let performed = try append(
          draft, to: writer, behind: ahead.position, milliseconds: clock(), origin: origin)
        for event in performed.events { _ = ahead.append(event) }
        done.append(performed)
      }
      return (done, ahead, words)
    }
    timeline = reached
    words = known
    if timeline.position.rawValue >= nextCheckpoint { saveCheckpoints(isAtEnd: true) }
    return done
  }

  /// Appends events as one batch, and folds them once they are on disk.
  ///
  /// Nothing is decided: what does not fit the state changes nothing when it is folded. Use
  /// ``perform(_:by:isPrivate:)`` for what a person or a program asks for.
  ///
  /// - Parameters:
  ///   - origin: Who acts.
  ///   - body: Writes the events. The store's state is the newest meanwhile, and stays so until
  ///     the batch is on disk. It may run again from the beginning, on a newer state, as
  ///     `EventLog.write(_:)` says. When it throws, nothing of the batch is written.
  /// - Returns: What the last run of `body` returned.
  /// - Throws: The error of `body`, and `LogFailure`; ``StoreFailure/refused(_:)`` when a newer
  ///   version has written to the log.
  /// - Complexity: One durable commit, and memory for one event at a time.
  public func append<Value>(
    by origin: Origin, _ body: (inout BatchWriter) throws -> Value
  ) throws -> Value {
    let now = clock()
    let value = try log.write { (writer) throws -> Value in
      try catchUp(writer.reader)
      try refuseUnknown()
      let first = try sequence(behind: timeline.position)
      return try BorrowedReader.withReader(writer.reader) { reader in
        borrowedReader = reader
        defer { borrowedReader = nil }
        return unsafe try withUnsafePointer(to: writer) { writer in
          var batch = unsafe BatchWriter(
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
