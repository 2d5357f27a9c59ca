public import BrowserModel

/// A log and the fold of one of its lineages: the state, undone batches, branches and marks.
///
/// If e₁ … eₙ are the events of the lineage, the state is the fold of all eᵢ that are neither an
/// undo nor a redo and whose batch is not undone. A batch is undone if the last undo or redo that
/// refers to it is an undo. All functions of this type compute exactly this state, only faster.
///
/// ```swift
/// var timeline = Timeline()
/// timeline.catchUp(log)
/// let now = timeline.browser.tabs.count
/// let then = timeline.moment(.after(EventID(2)), log).browser.tabs.count
/// ```
///
/// The log is passed to each function that reads it. A function throws the errors of the log. A log
/// in memory, such as ``MemoryEvents``, throws no errors. Branches, marks and redactions belong to
/// the entire log. All other properties are specific to the lineage. A copy is O(1).
public struct Timeline: Sendable {
  /// The lineage that is folded.
  public let lineage: Lineage
  /// The state of the browser. Its `Browser.sequence` is the newest event of the entire log,
  /// regardless of the branch of that event.
  public internal(set) var browser = Browser()
  /// The state of the library, or nil until ``readLibrary(_:)`` has read it from the log. A
  /// timeline that folds from the first event has the library, unless the library is shared with
  /// other devices.
  public internal(set) var library: Library? = Library()
  /// The batches excluded from the state.
  public internal(set) var undoneBatches: Set<BatchID> = []
  /// The undos and redos of the lineage, in order.
  public internal(set) var undoRecords: [UndoRecord] = []
  /// The branches of the log, in the order in which they were created.
  public internal(set) var branches: [Branch] = []
  /// The number of events of each branch. The main branch and branches without events are omitted.
  public internal(set) var branchCounts: [BranchID: Int] = [:]
  /// The newest event counted by ``branchCounts``. This event may be newer than the state, if the
  /// state is that of an earlier moment.
  var countedThrough = EventID.nothing
  /// The merges of the log, in order, including undone merges.
  public internal(set) var merges: [Merge] = []
  /// The proposals of the log, in order.
  public internal(set) var proposals: [ProposalRecord] = []
  /// The answers to proposals, in order, including undone approvals.
  public internal(set) var proposalAnswers: [ProposalAnswerRecord] = []
  /// The events about marks, in order.
  public internal(set) var marks: [Mark] = []
  /// The ids of the records that could not be read, in order. These records are excluded from the
  /// fold.
  public internal(set) var damaged: [EventID] = []
  /// The number of events of kinds that only a newer version knows. These events are excluded from
  /// the fold, so the state is incomplete and no event must be appended.
  public private(set) var unknownCount = 0
  /// The events about forgetting, in order.
  public internal(set) var redactions: [Redaction] = []
  /// The devices that share the library, in the order in which they became known in this log. Empty
  /// if the library is not shared.
  public internal(set) var devices: [Device] = []

  /// The order in which a shared library is folded.
  var order = SharedOrder()
  /// The events of a shared library that are not accepted yet, or nil if all events are accepted or
  /// ``library`` is nil.
  var pendingLibrary: PendingLibrary?
  /// The batches excluded from ``library``, if the library is shared and was read.
  var batchesLeftOutOfLibrary: Set<BatchID> = []
  /// The batches that a preview excludes, regardless of undos (``skipping(_:_:)``).
  public internal(set) var skippedBatches: Set<BatchID> = []
  /// The batches that a preview includes in a shared library, regardless of undos.
  var restoredBatches: Set<BatchID> = []

  /// The batches undone by the undo records so far. While this set differs from ``undoneBatches``,
  /// the state is out of date and must be folded again.
  var recordedBatches: Set<BatchID> = []

  /// Creates the main lineage of a log. Nothing has been read yet.
  public init() { lineage = .main }

  /// Creates a lineage. Nothing has been folded yet.
  init(_ lineage: Lineage, leavingOut batches: Set<BatchID> = []) {
    self.lineage = lineage
    undoneBatches = batches
  }

  /// Creates the timeline at the state of a checkpoint, with the information of another timeline of
  /// the same log up to that state.
  init(
    resuming other: Timeline, on lineage: Lineage? = nil, with browser: Browser,
    library: Library? = nil, leavingOut batches: Set<BatchID>
  ) {
    self.lineage = lineage ?? other.lineage
    self.browser = browser
    self.library = library
    undoneBatches = batches
    let position = browser.sequence
    undoRecords = other.undoRecords.filter { $0.sequence <= position }
    branches = other.branches.filter { $0.id.event <= position }
    branchCounts = other.branchCounts
    countedThrough = other.countedThrough
    merges = other.merges.filter { $0.event <= position }
    marks = other.marks.filter { $0.event <= position }
    proposals = other.proposals.filter { $0.event <= position }
    proposalAnswers = other.proposalAnswers.compactMap { $0.at(position) }
    redactions = other.redactions.filter { $0.event <= position }
    damaged = other.damaged.filter { $0 <= position }
    unknownCount = other.unknownCount
    recordedBatches = other.undoneBatches(through: position)
    devices = other.devices.compactMap { $0.at(position) }
    order = other.order.through(position)
    // The library is read again, in its order.
    if order.isShared { self.library = nil }
  }

  /// The newest event that the timeline has read.
  public var position: EventID { browser.sequence }

  /// Whether the state takes all undos and redos into account. If not, the caller must call
  /// ``refold(_:)``.
  public var isUpToDate: Bool { recordedBatches == undoneBatches }

  /// The number of events after which ``catchUp(_:atMost:look:)`` calls `look`, a power of two.
  public static var strideOfLooks: Int32 { 1_024 }

  /// Folds the events after ``position``.
  ///
  /// A new timeline first moves to the newest checkpoint. If the log has become shorter, it was
  /// replaced by an older copy, and everything is folded again.
  ///
  /// - Parameters:
  ///   - source: The log.
  ///   - limit: The maximum number of events to fold, or nil to fold all events. Ignored in a
  ///     private log.
  ///   - look: Called with the timeline after every ``strideOfLooks`` events, for example to store
  ///     a checkpoint.
  /// - Throws: The error of the log if it cannot be read. The timeline is then at an earlier event,
  ///   and can be caught up again.
  /// - Complexity: O(new events); O(tabs, and the events since a checkpoint) if one of the new
  ///   events is an undo or redo
  public mutating func catchUp<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, atMost limit: Int32? = nil,
    look: (borrowing Timeline) -> Void = { _ in }
  ) throws(Source.Failure) {
    let newest = try source.newestEvent()
    // A log that has become shorter was replaced by an older copy.
    if newest.rawValue.magnitude < position.rawValue.magnitude {
      self = try Timeline.emptyLineage(lineage, source, through: newest)
    }
    if !position.exists { try open(source) }
    let last = limit.map { min(newest, position.advanced(by: $0)) } ?? newest
    try advance(source, through: last, look: look)
  }

  /// The same lineage, with nothing folded yet.
  public var restarted: Timeline { Timeline(lineage) }

  /// Returns a lineage with nothing folded yet, or the main lineage if the log has no such branch.
  private static func emptyLineage<Source: EventSource & ~Copyable>(
    _ lineage: Lineage, _ source: borrowing Source, through newest: EventID
  ) throws(Source.Failure) -> Timeline {
    guard lineage.device == 0 else { return Timeline(lineage) }
    guard lineage != .main else { return Timeline() }
    var main = Timeline()
    try main.open(source)
    try main.advance(source, through: newest)
    let hasBranch = Lineage(lineage.branch, among: main.branches) == lineage
    return hasBranch ? Timeline(lineage) : Timeline()
  }

  /// Moves to the newest checkpoint of the complete timeline. Does nothing if there is no
  /// checkpoint, or if something was already folded.
  ///
  /// - Throws: The error of the log if it cannot be read.
  public mutating func open<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) {
    guard !position.exists else { return }
    let newest = try source.newestEvent()
    if let opened = try Timeline.opened(lineage, source, through: newest) { self = opened }
  }

  /// Folds the events up to a later event. If one of these events is an undo or redo, folds again.
  mutating func advance<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, through last: EventID,
    look: (borrowing Timeline) -> Void = { _ in }
  ) throws(Source.Failure) {
    try continueFolding(source, through: last, look: look)
    if !isUpToDate { try refold(source) }
  }

  /// Folds the events up to a later event, and does not fold again if one of these events is an
  /// undo or redo.
  mutating func continueFolding<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, through last: EventID,
    look: (borrowing Timeline) -> Void = { _ in }
  ) throws(Source.Failure) {
    guard last != position else { return }
    let first = position.exists ? position.advanced(by: 1) : last.firstOfLog
    try fold(source, from: first, through: last, look: look)
  }

  /// Folds again up to ``position``, excluding the batches that are undone now.
  ///
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(tabs, and the events since a checkpoint before the oldest batch that
  ///   was undone or redone)
  public mutating func refold<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) {
    var settled = try replay(source, through: position, leavingOut: recordedBatches)
    if settled.library == nil, !order.isShared, let library {
      let turned = undoneBatches.symmetricDifference(recordedBatches)
      try settled.carry(library, turned, source)
    }
    self = settled
  }

  /// Reuses the library of a previous state, unless a batch that was undone or redone changes the
  /// library.
  private mutating func carry<Source: EventSource & ~Copyable>(
    _ former: Library, _ turned: Set<BatchID>, _ source: borrowing Source
  ) throws(Source.Failure) {
    for batch in turned where try isAboutLibrary(batch, source) {
      _ = try readLibrary(source)
      return
    }
    library = former
  }

  /// Folds an event that was just appended to the log after ``position``.
  ///
  /// - Parameter event: The event. An undo or redo takes effect only with ``refold(_:)``.
  /// - Returns: ``isUpToDate``.
  /// - Complexity: That of `Browser.apply(_:)`
  public mutating func append(_ event: borrowing Event) -> Bool {
    apply(event)
    foldPending()
    return isUpToDate
  }

  /// Folds from the first event, or a checkpoint, up to a moment. ``library`` is nil
  /// afterwards if the fold began at a checkpoint.
  ///
  /// Every past state is computed by this function. The batches to exclude are known before the
  /// fold begins, so a batch is folded completely or not at all, regardless of where its undo is.
  func replay<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, through last: EventID, leavingOut batches: Set<BatchID>
  ) throws(Source.Failure) -> Timeline {
    var replayed = Timeline(lineage, leavingOut: batches)
    guard last.exists else { return replayed }
    if let resumed = try resumed(source, through: last, leavingOut: batches) { replayed = resumed }
    try replayed.continueFolding(source, through: last)
    // Two sets with the same storage are compared immediately.
    if replayed.isUpToDate { replayed.recordedBatches = replayed.undoneBatches }
    return replayed
  }

  /// Folds a range of events.
  private mutating func fold<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, from first: EventID, through last: EventID,
    look: (borrowing Timeline) -> Void = { _ in }
  ) throws(Source.Failure) {
    var lost: [EventID] = []
    // After a failure, the next attempt continues after the position, and reads the rest again.
    defer { damaged += lost.filter { $0.rawValue.magnitude <= position.rawValue.magnitude } }
    try source.visitEvents(
      from: first, through: last, backwards: false, damaged: { lost.append($0) },
      { event, _ in
        apply(event)
        if event.sequence.rawValue & (Self.strideOfLooks - 1) == 0 { look(self) }
        return true
      })
    browser.skip(to: last)
    foldPending()
  }

  /// Folds one event, and records its effect on the log.
  @inline(__always)
  mutating func apply(_ event: borrowing Event) {
    switch event.body {
    case .time: note(event)
    case .device(let body): note(body, event)
    case .unknown: unknownCount += 1
    default: break
    }
    if event.branch.exists { count(event) }
    let isInState = isFolded(event)
    if isInState { browser.apply(event) } else { browser.skip(to: event.sequence) }
    if order.isShared {
      applyShared(event)
    } else if isInState {
      library?.apply(event)
    }
  }

  /// Counts an event of a branch once.
  private mutating func count(_ event: borrowing Event) {
    guard event.sequence > countedThrough else { return }
    branchCounts[event.branch, default: 0] += 1
    countedThrough = event.sequence
  }

  /// Whether the state includes an event, because the event is in the lineage, its batch is not
  /// undone, and it is not an undo or redo.
  @inline(__always)
  func isFolded(_ event: borrowing Event) -> Bool {
    guard lineage.contains(event) else { return false }
    if !undoneBatches.isEmpty, undoneBatches.contains(event.batch) { return false }
    return !event.body.isUndoOrRedo
  }

  /// Records the effect of an event on the log. The event counts even if its batch is undone.
  private mutating func note(_ event: borrowing Event) {
    guard case .time(let body) = event.body else { return }
    switch body {
    case .undone, .redone:
      guard let record = UndoRecord(event) else { return }
      if order.isShared { noteShared(record, event) }
      noteAnswer(record, isOwn: event.device == 0, branch: event.branch)
      guard lineage.contains(event) else { return }
      undoRecords.append(record)
      if record.isUndo {
        recordedBatches.insert(record.batch)
      } else {
        recordedBatches.remove(record.batch)
      }
    case .marked(let body):
      marks.append(Mark(event: event.sequence, moment: body.moment, branch: event.branch))
    case .branched(let body):
      let parent = event.branch
      guard !parent.exists || branches.contains(where: { $0.id == parent }) else { return }
      let from = min(body.from, event.sequence.advanced(by: -1))
      branches.append(Branch(id: BranchID(event.sequence), parent: parent, from: from))
    case .branchHidden(let body):
      guard let position = branches.firstIndex(where: { $0.id == body.branch }) else { return }
      branches[position].isHidden = body.isHidden
    case .merged(let body):
      merges.append(
        Merge(
          event: event.sequence, batch: event.batch, target: event.branch, branch: body.branch,
          through: min(body.through, event.sequence.advanced(by: -1))))
    case .proposed(let body):
      proposals.append(
        ProposalRecord(
          event: event.sequence, branch: body.branch, target: body.target,
          milliseconds: event.milliseconds))
    case .answered(let body):
      proposalAnswers.append(
        ProposalAnswerRecord(
          event: event.sequence, batch: event.batch, branch: event.branch, proposal: body.proposal,
          answer: body.answer))
    case .forgotten(let body):
      redactions.append(Redaction(event: event.sequence, count: Int(max(body.count, 0))))
    }
  }
}

extension Timeline {
  /// Records that the batch of an answer was undone or redone on the branch of the answer.
  private mutating func noteAnswer(_ record: UndoRecord, isOwn: Bool, branch: BranchID) {
    guard isOwn else { return }
    for place in proposalAnswers.indices {
      let answer = proposalAnswers[place]
      guard answer.batch == record.batch, answer.branch == branch, answer.isUndone != record.isUndo
      else { continue }
      proposalAnswers[place].turns.append(record.sequence)
    }
  }
}

extension Body {
  /// Whether the event is an undo or a redo.
  package var isUndoOrRedo: Bool {
    switch self {
    case .time(.undone), .time(.redone): true
    default: false
    }
  }
}
