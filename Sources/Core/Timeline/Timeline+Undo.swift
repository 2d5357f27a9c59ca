public import BrowserModel

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
