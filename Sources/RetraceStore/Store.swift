public import BrowserModel
internal import EventCoding
public import RetraceEventLog
public import RetraceTimeline

/// A profile in use, which consists of its log, the state that results from folding the log, and
/// the private windows of this process.
///
/// ```swift
/// let store = try Store(EventLog()) { 1_767_225_600_000 }
/// try store.perform(.open(OpenTab(Destination("https://example.org/"))))
/// try store.perform(.open(OpenTab(Destination("https://swift.org/"))))
/// try store.undo()
/// let browser = store.browser
/// let tabs = browser.window(browser.focusedWindow)?.tabs ?? []
/// let urls = try store.read { text in
///   tabs.compactMap { browser.tab($0) }.map { browser.url(of: $0, text: text) }
/// }
/// ```
///
/// An action is decided inside the write transaction, on the newest state of the log, and its
/// events are folded once they are on disk. Therefore, nothing is decided on an outdated state, and
/// the state never shows anything that is not saved. Private windows (T7) have a separate log in
/// memory, with negative ids, and a separate state.
///
/// Use a store from one thread at a time. Several processes may each have a store on one profile.
/// Before each decision, a store folds the events that other processes have written.
public final class Store {
  /// The durable log, on disk or in memory. Events that are written to it directly are folded by
  /// the next ``catchUp()``.
  public let log: EventLog
  /// The fold of the durable log on the store's branch, with undos, marks and branches.
  public internal(set) var timeline = Timeline()
  /// The error of the last failed checkpoint write, or nil. Everything works without checkpoints,
  /// only more slowly.
  public internal(set) var recordingFailure: (any Error)?
  /// Whether the log could not be copied into a dense file, so that the attempt is not repeated.
  var hasFailedCompaction = false
  /// The schedule of checkpoints, or nil until first needed.
  var schedule: CheckpointSchedule?
  /// The newest event of the checkpoint that the store was opened from, or `.nothing` if the store
  /// folded the entire log.
  public private(set) var openedAt = EventID.nothing
  /// Whether the stored numbers of an interrupted forget request were damaged, so that the text of
  /// the request is still in the log.
  public internal(set) var hasDroppedForgetting = false
  /// The events that a recovery of the profile could not restore.
  public internal(set) var lostEvents = RecordRanges()
  /// The reader of the transaction in which a caller's closure runs, used if the closure calls the
  /// store.
  var borrowedReader: BorrowedReader?
  /// The event at which to check again whether a checkpoint is due.
  var nextCheckpoint: Int32 = 0
  /// The newest event known to be covered by the index of pages.
  var indexedVisits = EventID.nothing
  /// The number of failed reads when the log was last read from the beginning. See ``startOver()``.
  private var overwrittenReads = 0
  /// The runs of pages with verified checksums.
  var soundRuns: Set<PageRunKey> = []
  /// The keys of recent batches, which are read from the log when they are first needed.
  var keyedBatches = KeyedBatches()
  /// The signals of callers that wait for this store to write something.
  private var signals: [WeakSignal] = []
  /// The places of the blocks of words with verified checksums.
  var soundWordBlocks: Set<Int32> = []
  let privateLog = PrivateLog()
  var words: LogText
  private var encoder = EventEncoder()
  let clock: () -> Int64
  let progress: LongWork.Progress

  /// Opens a store on a log and folds its events. An interrupted forget request is completed, if
  /// the log is writable.
  ///
  /// - Parameters:
  ///   - log: A log that only this store uses in this process.
  ///   - progress: Called from time to time during long work, in this call and in later calls.
  ///   - clock: Returns the time in milliseconds since 1970 UTC. Called once for each action.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(tabs + events since the newest checkpoint); O(events) at the first opening.
  public init(
    _ log: EventLog, progress: @escaping LongWork.Progress = { _, _, _ in true },
    clock: @escaping () -> Int64
  ) throws {
    self.log = log
    self.clock = clock
    self.progress = progress
    words = LogText(privateLog)
    try DamagedEvents.read(log)
    lostEvents = try log.read { reader in try reader.lostRecords() }
    try closeGap()
    try catchUp()
    // If the request cannot be completed now, the next opening tries again.
    do { try resumeForgetting() } catch {}
  }

  /// The durable state of the browser, which contains all windows that are not private.
  public var browser: Browser { timeline.browser }

  /// Returns the library: bookmarks, search engines and the home page.
  ///
  /// The first call reads the library from the log, because the library may be large and is rarely
  /// needed.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(bookmarks + events since the library's checkpoint) the first time.
  public func readLibrary() throws -> Library { try readState().library }

  /// Returns the complete durable state. The complexity is that of ``readLibrary()``.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public func readState() throws -> ProfileState { try readState(of: &timeline) }

  /// Loads the library into a timeline of this log, and returns the complete state of the timeline.
  ///
  /// - Parameter timeline: A timeline, for example from ``moment(_:)``.
  /// - Throws: `LogError` if the log cannot be read. In that case, the timeline is unchanged.
  /// - Complexity: O(bookmarks + events since the library's checkpoint) the first time.
  public func readState(of timeline: inout Timeline) throws -> ProfileState {
    if let library = timeline.library {
      return ProfileState(browser: timeline.browser, library: library)
    }
    if let borrowedReader { return try timeline.readState(borrowedReader.reader) }
    return try readAhead { reader in try timeline.readState(reader) }
  }

  /// The durable events that are known to be damaged or missing. Query results do not include their
  /// content.
  public var damagedEvents: DamagedEvents { DamagedEvents(of: self) }

  /// The state of the private windows.
  public var privateBrowser: Browser { privateLog.browser }

  /// The private log, with its texts.
  package var privateEvents: MemoryEvents { privateLog.events }

  /// The fold of the private log.
  public var privateTimeline: Timeline { privateLog.timeline }

  /// Returns the state that an id belongs to. For a negative id, this is the state of the private
  /// windows, otherwise ``browser``.
  public func browser(of id: some EventReference) -> Browser {
    id.isPrivate ? privateBrowser : browser
  }

  /// Folds the events that other processes have written. If the log cannot be locked and is written
  /// during the read, it is read again, up to 32 times.
  ///
  /// - Returns: Whether there were any new events.
  /// - Throws: `LogError` if the log cannot be read; its reason is `overwritten` if all attempts
  ///   failed.
  @discardableResult
  public func catchUp() throws -> Bool {
    let before = timeline.position
    for _ in 1..<Self.attempts {
      do {
        try catchUpOnce()
        return timeline.position != before
      } catch let error as LogError where error.reason == .overwritten {
        continue
      }
    }
    try catchUpOnce()
    return timeline.position != before
  }

  private static let attempts = 32

  private func catchUpOnce() throws {
    if log.overwrittenReadCount != overwrittenReads { startOver() }
    if try isAtEnd() { return }
    defer { _ = progress(.opening, 1, 1) }
    var isDone = false
    repeat {
      if schedule == nil, log.storesCheckpoints { schedule = try startedSchedule() }
      isDone = try readAhead { reader in
        let newest = try reader.newestEvent()
        try catchUp(reader, atMost: Self.eventsBetweenWrites) { position in
          _ = progress(.opening, Int(position.rawValue), Int(newest.rawValue))
        }
        return timeline.position == newest
      }
      saveCheckpoints(isAtEnd: isDone)
    } while !isDone
  }

  /// Drops the data that was read, because its pages may have been overwritten in the meantime.
  private func startOver() {
    overwrittenReads = log.overwrittenReadCount
    timeline = timeline.restarted
    words.removeAll()
    schedule = nil
    indexedVisits = .nothing
    keyedBatches = KeyedBatches()
    soundRuns = []
    soundWordBlocks = []
  }

  private static let eventsBetweenWrites: Int32 = 1 << 18

  // MARK: The log

  /// Runs a write transaction on the newest state.
  ///
  /// - Parameter body: May run again, so it must make changes only through the writer. The closure
  ///   sees everything that other processes have committed.
  func write<Value>(
    _ body: (borrowing Writer) throws -> Value
  ) throws -> Value {
    try log.write { writer in
      try catchUp(writer.reader)
      try refuseUnknown()
      return try body(writer)
    }
  }

  /// Appends a draft as one batch of the store's branch.
  ///
  /// - Parameters:
  ///   - position: The newest event before the batch, or nil for the newest event that the store
  ///     knows.
  ///   - batch: The batch that the draft continues, or nil to begin a new batch.
  ///   - isOnMain: Whether the batch is on the main branch, regardless of the branch of the store.
  func append(
    _ draft: Draft, to writer: borrowing Writer, after position: EventID? = nil,
    of batch: BatchID? = nil, onMainBranch isOnMain: Bool = false, milliseconds: Int64,
    origin: Origin, label: BatchLabel = BatchLabel()
  ) throws -> Commit {
    let batch = Batch(
      draft, first: try sequence(after: position ?? timeline.position), of: batch,
      branch: isOnMain ? .nothing : timeline.lineage.branch, milliseconds: milliseconds,
      origin: origin, label: label)
    for event in batch.events {
      encoder.removeAll()
      encoder.encode(event, words: batch.words)
      let record = encoder.bytes
      try writer.append(record.span.raw)
    }
    return Commit(events: batch.events, words: batch.words)
  }

  /// Folds at most `limit` events that the timeline does not have yet, and calls `reached` from
  /// time to time with the newest folded event.
  func catchUp<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, atMost limit: Int32? = nil,
    reached: (EventID) -> Void = { _ in }
  ) throws {
    // The usual case: nobody else has written since the last action.
    if try isAtEnd(of: source) { return }
    let undoneBefore = timeline.undoneBatches
    try open(source)
    let redactionsBefore = timeline.redactions.count
    try timeline.catchUp(source, atMost: limit) {
      schedule?.check($0)
      reached($0.position)
    }
    // States do not depend on texts, so they are kept. Caches of texts are cleared, as is the index
    // of pages, which the forget request has dropped.
    if timeline.redactions.count != redactionsBefore {
      words.removeAll()
      indexedVisits = .nothing
      keyedBatches = KeyedBatches()
      soundRuns = []
      soundWordBlocks = []
    }
    if timeline.undoneBatches != undoneBefore { words.removeAll() }
  }

  private func isAtEnd() throws -> Bool {
    try log.read { reader in
      try open(reader)
      return try isAtEnd(of: reader)
    }
  }

  @inline(__always)
  private func isAtEnd<Source: EventSource & ~Copyable>(
    of source: borrowing Source
  ) throws -> Bool {
    guard timeline.isUpToDate, timeline.position.exists else { return false }
    return try source.newestEvent() == timeline.position
  }

  private func open<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws {
    guard !timeline.position.exists else { return }
    try timeline.open(source)
    openedAt = timeline.position
  }

  /// Folds events that are now on disk, and writes the checkpoints that are due.
  ///
  /// - Throws: The reason `unreadAfterSaving` if the log must be folded again and cannot be read.
  func fold(_ events: [Event]) throws {
    defer { raiseSignals() }
    for event in events { _ = timeline.append(event) }
    defer { if timeline.position.rawValue >= nextCheckpoint { saveCheckpoints(isAtEnd: true) } }
    guard !timeline.isUpToDate else { return }
    words.removeAll()
    do {
      try readAhead { reader in try timeline.refold(reader) }
    } catch let error as LogError {
      throw error.afterSaving
    }
  }

  /// Adds a signal to raise whenever this store has written something.
  func addSignal(_ signal: WriteSignal) {
    signals.removeAll { $0.signal == nil }
    signals.append(WeakSignal(signal: signal))
  }

  func raiseSignals() { for waiting in signals { waiting.signal?.raise() } }

  /// Switches the store to another timeline of this log, for example an earlier timeline.
  package func follow(_ other: Timeline) {
    defer { raiseSignals() }
    timeline = other
    words.removeAll()
    schedule = nil
  }

  /// Returns the event id after a position, or throws a refusal (`full`) if the ids are nearly used
  /// up.
  func sequence(after position: EventID) throws -> EventID {
    guard position < EventID.last.advanced(by: -1_000_000) else {
      throw Refusal(.full, "The log is full. It already has the largest possible number of events.")
    }
    return position.advanced(by: 1)
  }

  /// Refuses to write to a log with events of a newer version, because their effects on the state
  /// are unknown.
  func refuseUnknown() throws {
    guard timeline.unknownCount == 0 else {
      throw Refusal(
        .notAllowed,
        "A newer version of Retrace has written to this profile. This version can only read it.")
    }
  }
}
