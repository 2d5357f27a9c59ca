public import BrowserModel

/// An undo or a redo in a lineage: from this event on a batch is out of the fold, or in it again.
public struct UndoRecord: Equatable, Sendable {
  public let sequence: EventID
  public let batch: EventID
  public let isUndo: Bool

  init(sequence: EventID, batch: EventID, isUndo: Bool) {
    self.sequence = sequence
    self.batch = batch
    self.isUndo = isUndo
  }

  init?(_ event: borrowing Event) {
    switch event.body {
    case .time(.undone(let body)): (batch, isUndo) = (body.batch, true)
    case .time(.redone(let body)): (batch, isUndo) = (body.batch, false)
    default: return nil
    }
    sequence = event.sequence
  }
}

extension Timeline {
  /// The batch that `undo` takes back: the newest undoable one of the user's, or of an import, that
  /// is not undone; nil when there is none.
  ///
  /// - Complexity: O(events behind it).
  public func batchToUndo<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) -> EventID? {
    try batchesToUndo(count: 1, source).first
  }

  /// The newest batches that `undo` can take back, the newest first: as many as are wanted, or as
  /// there are.
  ///
  /// - Complexity: O(events behind them).
  public func batchesToUndo<Source: EventSource & ~Copyable>(
    count: Int, _ source: borrowing Source
  ) throws(Source.Failure) -> [EventID] {
    var found: [EventID] = []
    guard count > 0 else { return found }
    try visitBackwards(source) { event in
      guard event.isUndoableByUser, isFolded(event), found.last != event.batch else { return true }
      found.append(event.batch)
      return found.count < count
    }
    return found
  }

  /// The batch that `redo` brings back: that of the newest undo, unless the user did something else
  /// since; nil when there is none.
  ///
  /// - Complexity: O(events behind it).
  public func batchToRedo<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) -> EventID? {
    guard let undo = newestUndo else { return nil }
    return try newestAct(source, behind: undo.sequence).exists ? nil : undo.batch
  }

  /// The newest undo whose batch no redo brought back. O(undo records).
  package var newestUndo: UndoRecord? {
    var redone: Set<EventID> = []
    for record in undoRecords.reversed() {
      if !record.isUndo {
        redone.insert(record.batch)
      } else if redone.remove(record.batch) == nil, undoneBatches.contains(record.batch) {
        return record
      }
    }
    return nil
  }

  /// The newest event behind another that ends what can be brought back, or nothing.
  package func newestAct<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, behind first: EventID = .nothing
  ) throws(Source.Failure) -> EventID {
    var found = EventID.nothing
    try visitBackwards(source) { event in
      if event.sequence.rawValue.magnitude <= first.rawValue.magnitude { return false }
      if event.isUndoableByUser, lineage.contains(event) { found = event.sequence }
      return !found.exists
    }
    return found
  }

  /// Visits what the state knows of, of all lines, the newest event first, as long as `body` wants
  /// to.
  package func visitBackwards<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, _ body: (borrowing Event) -> Bool
  ) throws(Source.Failure) {
    guard position.exists else { return }
    try source.visitEvents(
      from: position.firstOfLog, through: position, backwards: true,
      damaged: { _ in }, body)
  }
}

extension Event {
  /// Whether `undo` can take it back without naming it, and ends what `redo` can bring back.
  public var isUndoableByUser: Bool {
    (actor == .user || actor == .import) && body.isUndoable
  }
}

/// Undo and redo of a batch that somebody names by one of its events, however old it is and whoever
/// made it. An undo or a redo stands for the batch that it names.
extension Timeline {
  /// The batch that `undo #S` takes back, or why it cannot.
  ///
  /// - Complexity: O(events of the batch).
  public func batchToUndo<Source: EventSource & ~Copyable>(
    naming event: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Result<EventID, Refusal> {
    switch try batch(naming: event, source) {
    case .failure(let refusal): .failure(refusal)
    case .success(let batch):
      undoneBatches.contains(batch)
        ? .failure(
          Refusal(.nothingToDo, "What #\(batch.rawValue) began is undone already."))
        : .success(batch)
    }
  }

  /// The batch that `redo #S` brings back, or why it cannot.
  ///
  /// - Complexity: O(events of the batch).
  public func batchToRedo<Source: EventSource & ~Copyable>(
    naming event: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Result<EventID, Refusal> {
    switch try batch(naming: event, source) {
    case .failure(let refusal): .failure(refusal)
    case .success(let batch):
      undoneBatches.contains(batch)
        ? .success(batch)
        : .failure(Refusal(.nothingToDo, "What #\(batch.rawValue) began is not undone."))
    }
  }

  /// The batch that an event of the lineage stands for, whatever is in it, or why there is none.
  ///
  /// - Complexity: O(events of the batch).
  public func batch<Source: EventSource & ~Copyable>(
    of sequence: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Result<EventID, Refusal> {
    guard let named = try event(sequence, source) else {
      return .failure(Refusal(.noSuchEvent, "There is no event #\(sequence.rawValue)."))
    }
    let first = UndoRecord(named)?.batch ?? named.batch
    var isThere = false
    try visit(batch: first, source) { if lineage.contains($0) { isThere = true } }
    return isThere
      ? .success(first)
      : .failure(Refusal(.noSuchEvent, "Event #\(sequence.rawValue) is not on this branch."))
  }

  /// The same, where there is something in it to undo.
  private func batch<Source: EventSource & ~Copyable>(
    naming sequence: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Result<EventID, Refusal> {
    let found = try batch(of: sequence, source)
    guard case .success(let first) = found else { return found }
    var isUndoable = false
    var forgets = false
    try visit(batch: first, source) { event in
      if lineage.contains(event), event.body.isUndoable { isUndoable = true }
      if case .time(.forgotten) = event.body { forgets = true }
    }
    if forgets {
      return .failure(
        Refusal(.notAllowed, "What was forgotten is gone: #\(first.rawValue) cannot be undone."))
    }
    return isUndoable
      ? found
      : .failure(
        Refusal(.notAllowed, "There is nothing in #\(first.rawValue) that undo could take back."))
  }

  private func event<Source: EventSource & ~Copyable>(
    _ sequence: EventID, _ source: borrowing Source
  ) throws(Source.Failure) -> Event? {
    var found: Event?
    guard sequence.isKnown(at: position) else { return nil }
    try source.visitEvents(
      from: sequence, through: sequence, backwards: false, damaged: { _ in },
      { event in
        found = copy event
        return false
      })
    return found
  }

  private func visit<Source: EventSource & ~Copyable>(
    batch first: EventID, _ source: borrowing Source, _ body: (borrowing Event) -> Void
  ) throws(Source.Failure) {
    guard first.isKnown(at: position) else { return }
    try source.visitEvents(
      from: first, through: position, backwards: false, damaged: { _ in },
      { event in
        guard event.batch == first else { return false }
        body(event)
        return true
      })
  }
}

/// What undo or redo would lead to.
public struct UndoPreview: Sendable {
  /// The batches that it would undo or redo, in that order.
  public let batches: [EventID]
  /// The state that there would be.
  public let browser: Browser
  /// How many later events would find nothing to work on that they find now: their tab, entry,
  /// window, group or bookmark.
  public let lostCount: Int
}

extension Timeline {
  /// What the present state would be without some batches.
  ///
  /// - Complexity: O(events).
  public func previewOfUndo<Source: EventSource & ~Copyable>(
    _ batches: [EventID], _ source: borrowing Source
  ) throws(Source.Failure) -> UndoPreview {
    try preview(batches, leavingOut: undoneBatches.union(batches), source)
  }

  /// What the present state would be with some batches that are undone.
  ///
  /// - Complexity: O(events).
  public func previewOfRedo<Source: EventSource & ~Copyable>(
    _ batches: [EventID], _ source: borrowing Source
  ) throws(Source.Failure) -> UndoPreview {
    try preview(batches, leavingOut: undoneBatches.subtracting(batches), source)
  }

  /// Folds the lineage as it is and as it would be side by side, from the first batch that differs on.
  private func preview<Source: EventSource & ~Copyable>(
    _ batches: [EventID], leavingOut: Set<EventID>, _ source: borrowing Source
  ) throws(Source.Failure) -> UndoPreview {
    var lostCount = 0
    guard let first = batches.min(by: { $0.rawValue.magnitude < $1.rawValue.magnitude }),
      first.exists, first.rawValue.magnitude <= position.rawValue.magnitude
    else { return UndoPreview(batches: batches, browser: browser, lostCount: 0) }
    let last = first.rawValue.magnitude == 1 ? .nothing : first.advanced(by: -1)
    var present = try replay(source, through: last, leavingOut: undoneBatches)
    try present.completeLibrary(source)
    // Up to there both are the same.
    var future = present
    future.undoneBatches = leavingOut
    try source.visitEvents(
      from: first, through: position, backwards: false, damaged: { _ in },
      { event in
        let had = present.step(event)
        let has = future.step(event)
        if had, !has, future.isFolded(event) { lostCount += 1 }
        return true
      })
    var browser = future.browser
    browser.skip(to: position)
    return UndoPreview(batches: batches, browser: browser, lostCount: lostCount)
  }

  /// Folds an event, and tells whether what it is about was there before or after it.
  private mutating func step(_ event: borrowing Event) -> Bool {
    let subject = event.subject
    let before = subject.map { browser.contains($0) } ?? true
    take(event)
    return before || subject.map { browser.contains($0) } ?? true
  }
}
