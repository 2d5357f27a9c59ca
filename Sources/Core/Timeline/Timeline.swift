public import BrowserModel

/// A log and the fold of one of its lines together: a state, and what was undone in it.
///
/// With e₁ … eₙ the events of the lineage, the state is the fold of all that are not undo or redo and
/// whose batch is not undone, where a batch is undone if the last undo or redo event that names it
/// is an undo. Everything here is a faster way to exactly that.
///
/// Branches and marks are those of the whole log; everything else is the lineage's.
public struct Timeline: Sendable {
  /// The lineage that is folded.
  public let lineage: Lineage
  /// The present state. Its position is one of the whole log, whichever lineage its newest event is on.
  public internal(set) var browser = Browser()
  /// The batches that are left out of the fold.
  public internal(set) var undoneBatches: Set<EventID> = []
  /// What was undone and redone, in order.
  public internal(set) var undoRecords: [UndoRecord] = []
  /// The branches of the log, in the order in which they were made.
  public internal(set) var branches: [Branch] = []
  /// How many events there are on each branch but the main lineage; those of one that has none are left
  /// out.
  public internal(set) var branchCounts: [EventID: Int] = [:]
  /// The newest event that is counted among those. A timeline that went back knows more than its state.
  var countedThrough = EventID.nothing
  /// What was said about marks, in order.
  public internal(set) var marks: [Mark] = []
  /// Records that could not be read, in order; the fold goes on behind them.
  public internal(set) var damaged: [EventID] = []
  /// How many events are of a kind that only a newer version knows. They are kept and not folded,
  /// so nothing may be written behind them.
  public private(set) var unknownCount = 0
  /// What was said about forgetting, in order.
  public internal(set) var redactions: [Redaction] = []

  /// What the undo records so far say is undone. While it differs from ``undoneBatches``, the state is that
  /// of before, and has to be folded anew.
  var recordedBatches: Set<EventID> = []

  /// The main lineage of a log that is yet to be read.
  public init() { lineage = .main }

  init(_ lineage: Lineage, leavingOut batches: Set<EventID> = []) {
    self.lineage = lineage
    undoneBatches = batches
  }

  /// The lineage of another timeline as it was at a checkpoint's state.
  init(
    resuming other: Timeline, on lineage: Lineage? = nil, with browser: Browser,
    leavingOut batches: Set<EventID>
  ) {
    self.lineage = lineage ?? other.lineage
    self.browser = browser
    undoneBatches = batches
    let position = browser.sequence
    undoRecords = other.undoRecords.filter { $0.sequence <= position }
    branches = other.branches.filter { $0.id <= position }
    branchCounts = other.branchCounts
    countedThrough = other.countedThrough
    marks = other.marks.filter { $0.event <= position }
    redactions = other.redactions.filter { $0.event <= position }
    damaged = other.damaged.filter { $0 <= position }
    unknownCount = other.unknownCount
    recordedBatches = other.undoneBatches(at: position)
  }

  /// Takes the state as that which some batches are left out of.
  mutating func settle(_ batches: Set<EventID>) {
    undoneBatches = batches
    recordedBatches = batches
  }

  /// The newest event that the state knows of.
  public var position: EventID { browser.sequence }

  /// Whether the state is right; else ``refold(_:)`` has to follow.
  public var isSettled: Bool { recordedBatches == undoneBatches }

  /// How many events lie between two looks at a state on its way; a power of two.
  public static var strideOfLooks: Int32 { 1_024 }

  /// Folds what the log has beyond the present position.
  ///
  /// - Parameters:
  ///   - limit: How many events to fold at most, where the log is not a private one; nil: all.
  ///   - look: Gets the timeline after every so many events, to keep it if that is worth it.
  /// - Complexity: O(new events); O(all events) when something was undone or redone among them.
  public mutating func catchUp<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, atMost limit: Int32? = nil,
    look: (borrowing Timeline) -> Void = { _ in }
  ) throws(Source.Failure) {
    let newest = try source.newestEvent()
    // A log that is shorter than it was is another one: an older copy was put back.
    if newest.rawValue.magnitude < position.rawValue.magnitude {
      self = try Timeline.anew(lineage, source, through: newest)
    }
    if !position.exists { try open(source) }
    let last = limit.map { min(newest, position.advanced(by: $0)) } ?? newest
    try advance(source, through: last, look: look)
  }

  /// The same lineage, of which nothing is folded yet.
  public var begunAnew: Timeline { Timeline(lineage) }

  /// A lineage of which nothing is folded yet; the main lineage where an older log has no such branch.
  private static func anew<Source: EventSource & ~Copyable>(
    _ lineage: Lineage, _ source: borrowing Source, through newest: EventID
  ) throws(Source.Failure) -> Timeline {
    guard lineage != .main else { return Timeline() }
    var main = Timeline()
    try main.open(source)
    try main.advance(source, through: newest)
    let hasBranch = Lineage(lineage.branch, among: main.branches) == lineage
    return hasBranch ? Timeline(lineage) : Timeline()
  }

  /// Goes to where a log was kept last, instead of folding it from the first event. Nothing happens
  /// where nothing was kept, or the timeline has begun already.
  public mutating func open<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) {
    guard !position.exists else { return }
    let newest = try source.newestEvent()
    if let opened = try Timeline.opened(lineage, source, through: newest) { self = opened }
  }

  /// Folds what the log has between the present position and a later one.
  mutating func advance<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, through last: EventID,
    look: (borrowing Timeline) -> Void = { _ in }
  ) throws(Source.Failure) {
    try foldOn(source, through: last, look: look)
    if !isSettled { try refold(source) }
  }

  /// The same, whether or not something turned meanwhile.
  mutating func foldOn<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, through last: EventID,
    look: (borrowing Timeline) -> Void = { _ in }
  ) throws(Source.Failure) {
    guard last != position else { return }
    let first = position.exists ? position.advanced(by: 1) : last.firstOfLog
    try fold(source, from: first, through: last, look: look)
  }

  /// Folds everything anew, from the first event to the present position.
  ///
  /// - Complexity: O(tabs, and the events since a state was last kept before the oldest batch that
  ///   turned).
  public mutating func refold<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) {
    var settled = try replay(source, through: position, leavingOut: recordedBatches)
    if !browser.isLibraryMissing, settled.browser.isLibraryMissing {
      let turned = undoneBatches.symmetricDifference(recordedBatches)
      try settled.carryLibrary(of: browser, turned, source)
    }
    self = settled
  }

  /// Bookmarks and the zoom of sites stay as they were, unless a batch that was undone or redone is about them.
  mutating func carryLibrary<Source: EventSource & ~Copyable>(
    of former: Browser, _ turned: Set<EventID>, _ source: borrowing Source
  ) throws(Source.Failure) {
    for batch in turned where try isAboutLibrary(batch, source) {
      return try completeLibrary(source)
    }
    browser.takeLibrary(of: former)
  }

  /// Folds an event that was just appended to the log behind the present position.
  ///
  /// - Returns: ``isSettled``.
  public mutating func append(_ event: borrowing Event) -> Bool {
    take(event)
    return isSettled
  }

  /// The one way from the first event, or a checkpoint, to a state; the library may be missing in it.
  /// What is left out is settled before it begins, so a batch is in the fold or out of it as a whole,
  /// wherever the events are that was undone or redone it.
  func replay<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, through last: EventID, leavingOut batches: Set<EventID>
  ) throws(Source.Failure) -> Timeline {
    var replayed = Timeline(lineage, leavingOut: batches)
    guard last.exists else { return replayed }
    if let resumed = try resumed(source, through: last, leavingOut: batches) { replayed = resumed }
    try replayed.foldOn(source, through: last)
    // Two sets with one storage are compared at once.
    if replayed.isSettled { replayed.recordedBatches = replayed.undoneBatches }
    return replayed
  }

  private mutating func fold<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, from first: EventID, through last: EventID,
    look: (borrowing Timeline) -> Void = { _ in }
  ) throws(Source.Failure) {
    var lost: [EventID] = []
    // After a failure the next attempt goes on behind the position, and meets the rest again.
    defer { damaged += lost.filter { $0.rawValue.magnitude <= position.rawValue.magnitude } }
    try source.visitEvents(
      from: first, through: last, backwards: false, damaged: { lost.append($0) },
      { event in
        take(event)
        if event.sequence.rawValue & (Self.strideOfLooks - 1) == 0 { look(self) }
        return true
      })
    browser.skip(to: last)
  }

  @inline(__always)
  mutating func take(_ event: borrowing Event) {
    switch event.body {
    case .time: note(event)
    case .unknown: unknownCount += 1
    default: break
    }
    if event.branch.exists { count(event) }
    if isFolded(event) {
      browser.apply(event)
    } else {
      browser.skip(to: event.sequence)
    }
  }

  private mutating func count(_ event: borrowing Event) {
    guard event.sequence > countedThrough else { return }
    branchCounts[event.branch, default: 0] += 1
    countedThrough = event.sequence
  }

  /// Whether an event is one of those that the state is the fold of.
  @inline(__always)
  func isFolded(_ event: borrowing Event) -> Bool {
    guard lineage.contains(event) else { return false }
    if !undoneBatches.isEmpty, undoneBatches.contains(event.batch) { return false }
    return !event.body.isUndoOrRedo
  }

  /// Keeps what an event says about the log itself. No undo leaves that out.
  private mutating func note(_ event: borrowing Event) {
    guard case .time(let body) = event.body else { return }
    switch body {
    case .undone, .redone:
      guard lineage.contains(event), let record = UndoRecord(event) else { return }
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
      branches.append(Branch(id: event.sequence, parent: parent, from: from))
    case .branchHidden(let body):
      guard let position = branches.firstIndex(where: { $0.id == body.branch }) else { return }
      branches[position].isHidden = body.isHidden
    case .forgotten(let body):
      redactions.append(Redaction(event: event.sequence, count: Int(max(body.count, 0))))
    }
  }
}

extension Body {
  /// Whether it takes a batch out of the fold, or brings it back.
  var isUndoOrRedo: Bool {
    switch self {
    case .time(.undone), .time(.redone): true
    default: false
    }
  }
}
