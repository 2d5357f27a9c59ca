public import BrowserModel

extension Timeline {
  /// Returns the result of undoing some batches, without writing anything.
  ///
  /// - Parameters:
  ///   - batches: The batches.
  ///   - source: The log.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events since a checkpoint before the oldest of the batches)
  public func previewOfUndo<Source: EventSource & ~Copyable>(
    _ batches: [BatchID], _ source: borrowing Source
  ) throws(Source.Failure) -> UndoPreview {
    try previewOfUndo(batches, from: before(batches, source), source)
  }

  /// Returns the result of undoing some batches, like ``previewOfUndo(_:_:)``.
  ///
  /// - Parameter start: The timeline before the oldest of the batches, or before an older batch, as
  ///   ``before(_:_:)`` returns it.
  package func previewOfUndo<Source: EventSource & ~Copyable>(
    _ batches: [BatchID], from start: Timeline?, _ source: borrowing Source
  ) throws(Source.Failure) -> UndoPreview {
    try preview(batches, leavingOut: undoneBatches.union(batches), from: start, source)
  }

  /// Returns the result of redoing some batches, without writing anything.
  ///
  /// - Parameters:
  ///   - batches: The batches, which must be undone.
  ///   - source: The log.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events since a checkpoint before the oldest of the batches)
  public func previewOfRedo<Source: EventSource & ~Copyable>(
    _ batches: [BatchID], _ source: borrowing Source
  ) throws(Source.Failure) -> UndoPreview {
    try preview(
      batches, leavingOut: undoneBatches.subtracting(batches), from: before(batches, source), source
    )
  }

  /// Folds the lineage with and without the change, in parallel, beginning with the first of the
  /// batches.
  private func preview<Source: EventSource & ~Copyable>(
    _ batches: [BatchID], leavingOut: Set<BatchID>, from start: Timeline?,
    _ source: borrowing Source
  ) throws(Source.Failure) -> UndoPreview {
    guard var present = start else {
      var present = self
      return try UndoPreview(
        batches: batches, state: present.readState(source), lostCount: 0)
    }
    let first = present.position.exists ? present.position.advanced(by: 1) : position.firstOfLog
    var future = present.leavingOut(leavingOut, of: Set(batches))
    var lostCount = 0
    try source.visitEvents(
      from: first, through: position, backwards: false, damaged: { _ in },
      { event, _ in
        let had = present.step(event)
        let has = future.step(event)
        if had, !has, future.isFolded(event) { lostCount += 1 }
        return true
      })
    future.browser.skip(to: position)
    if order.isShared { future.invalidateLibrary() }
    return try UndoPreview(
      batches: batches, state: future.readState(source), lostCount: lostCount)
  }

  /// Returns the timeline before the first event of the oldest of some batches, with its library
  /// and without the batches that are undone now. Returns nil if the log does not contain the
  /// oldest batch.
  package func before<Source: EventSource & ~Copyable>(
    _ batches: [BatchID], _ source: borrowing Source
  ) throws(Source.Failure) -> Timeline? {
    guard let first = batches.min(by: { $0.rawValue.magnitude < $1.rawValue.magnitude }),
      first.exists, first.rawValue.magnitude <= position.rawValue.magnitude
    else { return nil }
    let last: EventID = first.rawValue.magnitude == 1 ? .nothing : first.event.advanced(by: -1)
    var before = try replay(source, through: last, leavingOut: undoneBatches)
    _ = try before.readLibrary(source)
    return before
  }

  /// Returns a copy of the timeline that excludes a different set of batches after its position. Up
  /// to the position, both timelines are the same.
  ///
  /// - Parameters:
  ///   - leftOut: All batches to exclude.
  ///   - batches: The batches whose exclusion changes.
  func leavingOut(_ leftOut: Set<BatchID>, of batches: Set<BatchID>) -> Timeline {
    var future = self
    future.undoneBatches = leftOut
    future.skippedBatches = leftOut.intersection(batches)
    future.restoredBatches = batches.subtracting(leftOut)
    future.batchesLeftOutOfLibrary = future.batchesToLeaveOutOfLibrary
    return future
  }

  /// Folds an event, and returns whether its subject is in the state before or after the event.
  private mutating func step(_ event: borrowing Event) -> Bool {
    let subject = event.subject
    let before = subject.map { contains($0) } ?? true
    apply(event)
    foldPending()
    return before || subject.map { contains($0) } ?? true
  }

  /// Whether the browser or the library contains the subject of an event.
  func contains(_ subject: Subject) -> Bool {
    guard case .bookmark(let id) = subject else { return browser.contains(subject) }
    return library?.bookmarks[id] != nil
  }
}
