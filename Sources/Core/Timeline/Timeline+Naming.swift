public import BrowserModel

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
