public import BrowserModel

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
