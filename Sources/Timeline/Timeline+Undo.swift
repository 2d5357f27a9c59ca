public import BrowserModel

extension Timeline {
  /// The batch that `undo` takes back: the newest undoable one of the user's, or of an import, that
  /// is not undone; nil when there is none.
  ///
  /// - Complexity: O(events behind it).
  public func batchToUndo<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) -> Sequence? {
    var found: Sequence?
    try visitBackwards(source) { event in
      guard event.isUndoableByUser, !undoneBatches.contains(event.batch) else { return true }
      found = event.batch
      return false
    }
    return found
  }

  /// The batch that `redo` brings back: that of the newest undo, unless the user did something else
  /// since; nil when there is none.
  ///
  /// - Complexity: O(events behind it).
  public func batchToRedo<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) -> Sequence? {
    var found: Sequence?
    var redone: Set<Sequence> = []
    try visitBackwards(source) { event in
      switch event.body {
      case .time(.redone(let body)): redone.insert(body.batch)
      case .time(.undone(let body)):
        if redone.remove(body.batch) == nil, undoneBatches.contains(body.batch) {
          found = body.batch
        }
      default:
        if event.isUndoableByUser { return false }
      }
      return found == nil
    }
    return found
  }

  /// Visits what the state knows of, the newest event first, as long as `body` wants to.
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
