public import BrowserModel
internal import EventCoding
public import EventLog
public import Timeline

/// A profile in use: its log, the state that the log folds to, and the private windows of this
/// process.
///
/// Not for several threads at once. Several processes may each have a store on one profile: before
/// it decides anything, a store folds what the others have written.
public final class Store {
  /// The log on disk, or in memory.
  public let log: EventLog
  public internal(set) var timeline = Timeline()
  /// Why states could not be kept on the way lately; nil: they could. Everything works without them,
  /// and takes longer.
  public internal(set) var keepingFailure: LogFailure?
  /// Which states are kept on the way; nil until the first of them.
  var schedule: CheckpointSchedule?
  /// The state that was kept with which the store began; nothing: it folded the whole log.
  public private(set) var openedAt = EventID.nothing
  /// Whether, at the opening, the note of a forgetting that had been cut off was damaged: what it was to
  /// forget is still there, and has to be forgotten once more.
  public internal(set) var hasDroppedForgetting = false
  /// The reader of the transaction in which somebody else's code runs.
  var lentReader: UnsafePointer<Reader>?
  /// At which event to look again whether a state is to be kept.
  var nextCheckpoint: Int32 = 0
  /// The newest event that the index of pages was seen to know of.
  var visitsKept = EventID.nothing
  /// How many reads were known to have failed when the state was begun; see ``beginAnew()``.
  private var overwrittenReads = 0
  /// The runs of pages whose checksums are known to be right.
  var soundRuns: Set<PageRunKey> = []
  let privateLog = PrivateLog()
  private(set) var words: LogText
  private var encoder = EventEncoder()
  let clock: () -> Int64
  let progress: LongWork.Progress

  /// Opens a store on a log and folds what is in it.
  ///
  /// - Parameters:
  ///   - log: A log that this store alone uses in this process.
  ///   - progress: Told how far long work is, now and in later calls.
  ///   - clock: Tells the time in milliseconds since 1970 UTC, once an action.
  /// - Complexity: O(tabs, and the events since a state was last kept); O(events) the first time.
  public init(
    _ log: EventLog, progress: @escaping LongWork.Progress = { _, _, _ in },
    clock: @escaping () -> Int64
  ) throws(LogFailure) {
    self.log = log
    self.clock = clock
    self.progress = progress
    words = LogText(privateLog)
    try closeGap()
    try catchUp()
    // What cannot be finished now is tried again at the next opening.
    do throws(StoreFailure) { try resumeForgetting() } catch {}
  }

  /// The durable state: that of all windows that are not private.
  ///
  /// The first look at it reads the bookmarks and the zoom of sites; ``session`` does without.
  public var browser: Browser {
    completeLibrary()
    return timeline.browser
  }

  /// The durable state, perhaps without the bookmarks and the zoom of sites:
  /// ``Browser/isLibraryMissing`` says so.
  public var session: Browser { timeline.browser }

  /// The state of the private windows.
  public var privateBrowser: Browser { privateLog.browser }

  /// The batches of the private log that are undone.
  public var privateUndoneBatches: Set<EventID> { privateLog.timeline.undoneBatches }

  /// The state that an id belongs to.
  public func browser(of id: EventID) -> Browser { id.isPrivate ? privateBrowser : browser }

  /// Folds what other processes have written; tells whether there was something.
  ///
  /// In a log that cannot be locked it is tried again when another process has written meanwhile.
  @discardableResult
  public func catchUp() throws(LogFailure) -> Bool {
    let before = timeline.position
    for _ in 1..<Self.attempts {
      do throws(LogFailure) {
        try catchUpOnce()
        return timeline.position != before
      } catch {
        guard error.reason == .overwritten else { throw error }
      }
    }
    try catchUpOnce()
    return timeline.position != before
  }

  /// How often a log that cannot be locked is read before it is given up.
  private static let attempts = 32

  private func catchUpOnce() throws(LogFailure) {
    if log.overwrittenReadCount != overwrittenReads { beginAnew() }
    if try isAtEnd() { return }
    defer { progress(.opening, 1, 1) }
    var isDone = false
    repeat {
      if schedule == nil, keepsCheckpoints { schedule = try startedSchedule() }
      isDone = try readAhead { (reader) throws(LogFailure) in
        let newest = try reader.newestEvent()
        try catchUp(reader, atMost: Self.eventsBetweenWrites) { position in
          progress(.opening, Int(position.rawValue), Int(newest.rawValue))
        }
        return timeline.position == newest
      }
      keepCheckpoints(isAtEnd: isDone)
    } while !isDone
  }

  /// Drops what was read: it may have been of pages that were written over meanwhile.
  private func beginAnew() {
    overwrittenReads = log.overwrittenReadCount
    timeline = timeline.begunAnew
    words.removeAll()
    schedule = nil
    visitsKept = .nothing
    soundRuns = []
  }

  /// So many events are folded before what was kept of their states is written.
  private static let eventsBetweenWrites: Int32 = 1 << 18

  // MARK: Acting

  /// Does what an action asks for, as one batch that is on disk when this returns.
  ///
  /// What names a private window or tab stays in memory; ``Action/openWindow(bounds:showState:)``
  /// and the like, which name nothing, do so with `isPrivate`.
  ///
  /// - Complexity: that of ``Browser/decide(_:next:text:)``, and one durable commit.
  @discardableResult
  public func perform(
    _ action: Action, by origin: Origin = Origin(), isPrivate: Bool = false
  ) throws(StoreFailure) -> Commit {
    try perform(action, by: origin, isPrivate: isPrivate) { _ in }
  }

  /// The same, with something else that is stored together with the events, on disk only.
  func perform(
    _ action: Action, by origin: Origin, isPrivate: Bool = false,
    storing: (borrowing Writer) throws(LogFailure) -> Void
  ) throws(StoreFailure) -> Commit {
    let now = clock()
    if action.isPrivate || isPrivate && !action.isKept {
      return try performPrivately(action, milliseconds: now, origin: origin)
    }
    if timeline.browser.isLibraryMissing, action.isAboutLibrary { completeLibrary() }
    let performed = try write { (writer) throws(StoreFailure) in
      let draft = try decide(action, on: timeline, words, writer)
      try failing { () throws(LogFailure) in try storing(writer) }
      return try append(draft, to: writer, milliseconds: now, origin: origin)
    }
    try fold(performed.events)
    return performed
  }

  /// Does many actions in one transaction, each a batch of its own. One that is refused ends it, and
  /// nothing of any is written.
  @discardableResult
  public func perform(
    all actions: [Action], by origin: Origin = Origin()
  ) throws(StoreFailure) -> [Commit] {
    if actions.contains(where: { $0.isAboutLibrary }) { completeLibrary() }
    let (done, reached, known) = try write { (writer) throws(StoreFailure) in
      // The transaction may run again, on another state: the store follows when it is on disk.
      var ahead = timeline
      let words = LogText(copying: words)
      var done: [Commit] = []
      for action in actions {
        let draft = try decide(action, on: ahead, words, writer)
        let performed = try append(
          draft, to: writer, behind: ahead.position, milliseconds: clock(), origin: origin)
        for event in performed.events { _ = ahead.append(event) }
        done.append(performed)
      }
      return (done, ahead, words)
    }
    timeline = reached
    words = known
    if timeline.position.rawValue >= nextCheckpoint { keepCheckpoints(isAtEnd: true) }
    return done
  }

  private func performPrivately(
    _ action: Action, milliseconds: Int64, origin: Origin
  ) throws(StoreFailure) -> Commit {
    if case .zoomSite = action {
      throw .refused(
        Refusal(.notAllowed, "A private window remembers no zoom of a site; zoom its tab instead."))
    }
    do throws(Refusal) {
      let draft = try privateLog.browser.decide(
        action, next: privateLog.events.next, text: privateLog.events)
      return privateLog.append(
        draft, milliseconds: milliseconds, origin: origin, durableNewest: timeline.position)
    } catch {
      throw .refused(error)
    }
  }

  private func decide(
    _ action: Action, on timeline: Timeline, _ words: LogText, _ writer: borrowing Writer
  ) throws(StoreFailure) -> Draft {
    let next = try sequence(behind: timeline.position)
    do throws(Refusal) {
      return try words.lend(writer.reader) { (words) throws(Refusal) in
        try timeline.browser.decide(action, next: next, text: words)
      }
    } catch {
      throw .refused(error)
    }
  }

  // MARK: The log

  /// Runs a transaction on the newest state. The body may run again, so it leaves nothing behind but
  /// what others committed.
  func write<Value>(
    _ body: (borrowing Writer) throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try failing { () throws(LogFailure) in
      try log.writeResult { (writer) throws(StoreFailure) in
        try failing { () throws(LogFailure) in try catchUp(writer.reader) }
        try refuseUnknown()
        return try body(writer)
      }
    }.get()
  }

  func failing<Value>(
    _ body: () throws(LogFailure) -> Value
  ) throws(StoreFailure) -> Value {
    do throws(LogFailure) { return try body() } catch { throw .log(error) }
  }

  /// Appends a draft as a batch of the line.
  ///
  /// - Parameter position: The newest event before it; nil: the newest that the store knows.
  func append(
    _ draft: Draft, to writer: borrowing Writer, behind position: EventID? = nil,
    milliseconds: Int64, origin: Origin
  ) throws(StoreFailure) -> Commit {
    let batch = Batch(
      draft, first: try sequence(behind: position ?? timeline.position),
      branch: timeline.lineage.branch, milliseconds: milliseconds, origin: origin)
    for event in batch.events {
      encoder.removeAll()
      encoder.encode(event, words: draft.bytes)
      let record = encoder.bytes
      do throws(LogFailure) {
        try writer.append(record.span.bytes)
      } catch {
        throw .log(error)
      }
    }
    return Commit(events: batch.events, words: draft.bytes)
  }

  func catchUp<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, atMost limit: Int32? = nil,
    reached: (EventID) -> Void = { _ in }
  ) throws(Source.Failure) {
    // Before an action, nearly always: nobody else has written.
    if try isAtEnd(of: source) { return }
    let undoneBefore = timeline.undoneBatches
    try open(source)
    let redactionsBefore = timeline.redactions.count
    try timeline.catchUp(source, atMost: limit) {
      schedule?.look(at: $0)
      reached($0.position)
    }
    // No state hangs on words; what is known of the words themselves does, and so does the index of
    // pages, which the forgetting has dropped.
    if timeline.redactions.count != redactionsBefore {
      words.removeAll()
      visitsKept = .nothing
      soundRuns = []
    }
    if timeline.undoneBatches != undoneBefore { words.removeAll() }
  }

  /// Whether there is nothing to fold, and so nothing to keep: nearly always, once the log is open.
  private func isAtEnd() throws(LogFailure) -> Bool {
    try log.read { (reader) throws(LogFailure) in
      try open(reader)
      return try isAtEnd(of: reader)
    }
  }

  @inline(__always)
  private func isAtEnd<Source: EventSource & ~Copyable>(
    of source: borrowing Source
  ) throws(Source.Failure) -> Bool {
    guard timeline.isSettled, timeline.position.exists else { return false }
    return try source.newestEvent() == timeline.position
  }

  /// Begins at the state that was kept last, if one was.
  private func open<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) {
    guard !timeline.position.exists else { return }
    try timeline.open(source)
    openedAt = timeline.position
  }

  /// Folds events that are on disk now.
  func fold(_ events: [Event]) throws(StoreFailure) {
    for event in events { _ = timeline.append(event) }
    defer { if timeline.position.rawValue >= nextCheckpoint { keepCheckpoints(isAtEnd: true) } }
    guard !timeline.isSettled else { return }
    words.removeAll()
    do throws(LogFailure) {
      try readAhead { (reader) throws(LogFailure) in try timeline.refold(reader) }
    } catch {
      throw .log(error.afterSaving)
    }
  }

  /// Goes over to another line of the log.
  func follow(_ other: Timeline) {
    timeline = other
    words.removeAll()
    schedule = nil
  }

  func sequence(behind position: EventID) throws(StoreFailure) -> EventID {
    guard position < EventID.last.advanced(by: -1_000_000) else {
      throw .refused(
        Refusal(.full, "The log is full: it holds as many events as can be numbered."))
    }
    return position.advanced(by: 1)
  }

  func refuseUnknown() throws(StoreFailure) {
    guard timeline.unknownCount == 0 else {
      throw .refused(
        Refusal(
          .notAllowed,
          "A newer version of Retrace has written to this profile; this one can only read it."))
    }
  }
}
