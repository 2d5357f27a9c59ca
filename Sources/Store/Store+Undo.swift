public import BrowserModel
internal import EventLog
internal import Timeline

/// Undo and redo, in both logs (T7). Each batch that is turned gets an event of its own; those of one
/// call are one transaction.
extension Store {
  /// Takes back the newest undoable batch of the user's, of both logs.
  @discardableResult
  public func undo(by origin: Origin = Origin()) throws(StoreFailure) -> UndoResult {
    try undo(count: 1, by: origin)[0]
  }

  /// Takes back the newest undoable batches of the user's, of both logs: as many as are wanted, or as
  /// there are. Refused when there is none.
  ///
  /// - Returns: What each did, the newest batch first; never empty.
  @discardableResult
  public func undo(
    count: Int, by origin: Origin = Origin()
  ) throws(StoreFailure) -> [UndoResult] {
    try turn(.undo, origin) { (reader) throws(StoreFailure) in
      try found(
        failing { () throws(LogFailure) in try batchesToUndo(count: count, reader) },
        else: "There is nothing to undo.")
    }
  }

  /// Takes back the batch of an event, however old it is and whoever made it. An undo or a redo
  /// stands for the batch that it names.
  @discardableResult
  public func undo(
    naming event: EventID, by origin: Origin = Origin()
  ) throws(StoreFailure) -> UndoResult {
    try turn(.undo, origin) { (reader) throws(StoreFailure) in
      [try batchToUndo(naming: event, reader)]
    }[0]
  }

  /// Brings back what the newest undo took, unless something else was done since.
  @discardableResult
  public func redo(by origin: Origin = Origin()) throws(StoreFailure) -> UndoResult {
    try turn(.redo, origin) { (reader) throws(StoreFailure) in try batchToRedo(reader) }[0]
  }

  /// Brings back the batch of an event that is undone. An undo or a redo stands for the batch that it
  /// names.
  @discardableResult
  public func redo(
    naming event: EventID, by origin: Origin = Origin()
  ) throws(StoreFailure) -> UndoResult {
    try turn(.redo, origin) { (reader) throws(StoreFailure) in
      [try batchToRedo(naming: event, reader)]
    }[0]
  }

  // MARK: Appending undo records

  private enum Direction {
    case undo, redo

    func body(_ batch: EventID) -> Body {
      var named = BatchNamed()
      named.batch = batch
      switch self {
      case .undo: return .time(.undone(named))
      case .redo: return .time(.redone(named))
      }
    }
  }

  private func turn(
    _ direction: Direction, _ origin: Origin,
    find: (borrowing Reader) throws(StoreFailure) -> [EventID]
  ) throws(StoreFailure) -> [UndoResult] {
    let now = clock()
    var turned: [EventID] = []
    if let own = try privateBatches(find) {
      return undoPrivately(own, direction, milliseconds: now, origin: origin)
    }
    let performed = try write { (writer) throws(StoreFailure) -> Commit? in
      turned = try find(writer.reader)
      var draft = Draft()
      for batch in turned where !batch.isPrivate { draft.append(direction.body(batch)) }
      // Another process may just have undone what would have gone first.
      if draft.isEmpty { return nil }
      return try append(draft, to: writer, milliseconds: now, origin: origin)
    }
    if let performed { try fold(performed.events) }
    var own = undoPrivately(
      turned.filter { $0.isPrivate }, direction, milliseconds: now, origin: origin)[...]
    var events = (performed?.events ?? [])[...]
    return turned.compactMap { batch in
      if batch.isPrivate { return own.popFirst() }
      return events.popFirst().map {
        UndoResult(batch: batch, performed: Commit(events: [$0], words: []))
      }
    }
  }

  /// The batches that go, if they are all private ones, which need nothing of the disk: so they go in
  /// a profile that can only be read, too.
  private func privateBatches(
    _ find: (borrowing Reader) throws(StoreFailure) -> [EventID]
  ) throws(StoreFailure) -> [EventID]? {
    guard privateLog.events.newestEvent().exists else { return nil }
    let batches = try reading(find)
    return batches.allSatisfy { $0.isPrivate } ? batches : nil
  }

  private func undoPrivately(
    _ batches: [EventID], _ direction: Direction, milliseconds: Int64, origin: Origin
  ) -> [UndoResult] {
    batches.map { batch in
      var draft = Draft()
      draft.append(direction.body(batch))
      return UndoResult(
        batch: batch,
        performed: privateLog.append(
          draft, milliseconds: milliseconds, origin: origin, durableNewest: timeline.position))
    }
  }
}
