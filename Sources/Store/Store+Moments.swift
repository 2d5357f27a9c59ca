public import BrowserModel
public import EventLog
public import Timeline

/// Looking at other moments, and at what would be. None of it writes anything. Private windows are not
/// in any of these states.
extension Store {
  /// The line as it was when an event was the newest of the log.
  ///
  /// - Parameter point: Nothing: before the first event. One beyond the newest event is the present.
  /// - Complexity: O(tabs, and the events since a state was last kept).
  public func moment(_ point: EventID) throws(LogFailure) -> Timeline {
    try readAhead { (reader) throws(LogFailure) in
      try catchUp(reader)
      return try timeline.moment(point, reader)
    }
  }

  /// Another line as it was then, or as it is now, without going over to it.
  ///
  /// - Parameters:
  ///   - point: As above.
  ///   - branch: Nothing: the main line.
  ///   - hasLibrary: Whether bookmarks and the zoom of sites are wanted, too; else they may be missing,
  ///     and ``completed(_:)`` brings them.
  /// - Complexity: O(tabs, and the events since a state was last kept on that line).
  public func moment(
    _ point: EventID, on branch: EventID, hasLibrary: Bool = true
  ) throws(StoreFailure) -> Timeline {
    try reading { (reader) throws(StoreFailure) in
      let moment = try failing { () throws(LogFailure) in
        try ReadAhead.lend(reader) { (reader) throws(LogFailure) in
          let line = try timeline.branch(branch, reader)
          return hasLibrary ? try line?.moment(point, reader) : try line?.session(at: point, reader)
        }
      }
      guard let moment else { throw .refused(Self.noSuchBranch(branch)) }
      return moment
    }
  }

  /// The same without the bookmarks and the zoom of sites, which takes some ten microseconds for a
  /// hundred tabs: ``Browser/isLibraryMissing`` says so.
  ///
  /// - Complexity: O(tabs, and the events since a state was last kept).
  public func session(at point: EventID) throws(LogFailure) -> Timeline {
    try readAhead { (reader) throws(LogFailure) in
      try catchUp(reader)
      return try timeline.session(at: point, reader)
    }
  }

  /// Goes from one moment of a line to another, as ``Timeline/step(to:of:_:)`` does. Bookmarks and the
  /// zoom of sites may be missing.
  ///
  /// - Parameters:
  ///   - moment: A moment of any line of this log. Where the log cannot be read it stays.
  ///   - point: Where to go to. Nothing: before the first event; beyond the newest event: the present.
  public func step(_ moment: inout Timeline, to point: EventID) throws(StoreFailure) {
    try reading { (reader) throws(StoreFailure) in
      try failing { () throws(LogFailure) in
        let present = try timeline.branch(moment.lineage.branch, reader)
        if let present { try moment.step(to: point, of: present, reader) }
      }
    }
  }

  /// The present state as it were if the batches of some events had never been.
  ///
  /// Each event has to be one of the line; it stands for its whole batch, whatever its kind.
  ///
  /// - Complexity: O(events).
  public func whatIf(skipping events: [EventID]) throws(StoreFailure) -> Browser {
    try reading { (reader) throws(StoreFailure) in
      var batches: Set<EventID> = []
      for event in events { batches.insert(try batch(of: event, reader)) }
      return try failing { () throws(LogFailure) in
        try ReadAhead.lend(reader) { (reader) throws(LogFailure) in
          try timeline.skipping(batches, reader)
        }
      }
    }
  }

  /// What `undo(count:)` would do to the durable state. Refused when there is nothing to undo.
  ///
  /// - Complexity: O(events).
  public func previewOfUndo(count: Int = 1) throws(StoreFailure) -> UndoPreview {
    try reading { (reader) throws(StoreFailure) in
      let batches = try found(
        failing { () throws(LogFailure) in try batchesToUndo(count: count, reader) },
        else: "There is nothing to undo.")
      return try preview(batches, reader, isUndo: true)
    }
  }

  /// What `undo(naming:)` would do to the durable state, or to that of the private windows.
  ///
  /// - Complexity: O(events).
  public func previewOfUndo(naming event: EventID) throws(StoreFailure) -> UndoPreview {
    try reading { (reader) throws(StoreFailure) in
      try preview([batchToUndo(naming: event, reader)], reader, isUndo: true)
    }
  }

  /// What `redo()`, or `redo(naming:)`, would do, likewise.
  ///
  /// - Complexity: O(events).
  public func previewOfRedo(
    naming event: EventID? = nil
  ) throws(StoreFailure) -> UndoPreview {
    try reading { (reader) throws(StoreFailure) in
      guard let event else { return try preview(batchToRedo(reader), reader, isUndo: false) }
      return try preview([batchToRedo(naming: event, reader)], reader, isUndo: false)
    }
  }

  /// Batches of both logs are shown as far as they are of the log of the first.
  private func preview(
    _ batches: [EventID], _ reader: borrowing Reader, isUndo: Bool
  ) throws(StoreFailure) -> UndoPreview {
    if batches.first?.isPrivate ?? false {
      let own = batches.filter { $0.isPrivate }
      return isUndo
        ? privateLog.timeline.previewOfUndo(own, privateLog.events)
        : privateLog.timeline.previewOfRedo(own, privateLog.events)
    }
    let durable = batches.filter { !$0.isPrivate }
    return try failing { () throws(LogFailure) in
      try ReadAhead.lend(reader) { (reader) throws(LogFailure) in
        isUndo
          ? try timeline.previewOfUndo(durable, reader)
          : try timeline.previewOfRedo(durable, reader)
      }
    }
  }

  private func batch(
    of event: EventID, _ reader: borrowing Reader
  ) throws(StoreFailure) -> EventID {
    try unwrapped(failing { () throws(LogFailure) in try timeline.batch(of: event, reader) })
  }

  /// Reopens what was closed: the newest item, an item or tab by its id, and where that is not at
  /// hand any more, the tab as the log remembers it (T4).
  ///
  /// - Complexity: O(1) for what is at hand, else O(events).
  @discardableResult
  public func reopen(
    _ id: EventID?, by origin: Origin = Origin(), isPrivate: Bool = false
  ) throws(StoreFailure) -> Commit {
    do throws(StoreFailure) {
      return try perform(.reopen(id), by: origin, isPrivate: isPrivate)
    } catch {
      guard case .refused(let refusal) = error, refusal.code == .noSuchClosedItem, let id,
        browser(of: id).tab(id) == nil, let closed = try lastClosed(id)
      else { throw error }
      return try perform(.restoreTab(closed), by: origin)
    }
  }

  private func lastClosed(_ id: EventID) throws(StoreFailure) -> ClosedTab? {
    if id.isPrivate {
      return privateLog.timeline.lastClosed(id, privateLog.events)
    }
    do throws(LogFailure) {
      return try log.read { (reader) throws(LogFailure) in try timeline.lastClosed(id, reader) }
    } catch {
      throw .log(error)
    }
  }
}
