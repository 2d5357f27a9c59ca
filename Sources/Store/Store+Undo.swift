public import BrowserModel
internal import EventLog
internal import Timeline

/// What an undo or a redo did.
public struct UndoResult: Sendable {
  /// The batch that was taken back, or brought back.
  public var batch: EventID
  /// The event that says so.
  public var performed: Commit
}

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

/// What undo and redo would take back or bring back, in both logs (T7).
extension Store {
  /// The batches that `undo` takes back, the newest of both logs first.
  func batchesToUndo(
    count: Int, _ reader: borrowing Reader
  ) throws(LogFailure) -> [EventID] {
    var durable = try timeline.batchesToUndo(count: count, reader)[...]
    var own = privateLog.timeline.batchesToUndo(count: count, privateLog.events)[...]
    var batches: [EventID] = []
    while batches.count < count {
      let isOwn = own.first.map { batch in
        durable.first.map { privateLog.isNewer(batch, than: $0) } ?? true
      }
      guard let next = isOwn ?? false ? own.popFirst() : durable.popFirst() else { break }
      batches.append(next)
    }
    return batches
  }

  /// The batch that `redo` brings back: that of the newest undo of both logs, unless the user did
  /// something else since in either.
  func batchToRedo(_ reader: borrowing Reader) throws(StoreFailure) -> [EventID] {
    let batch = try failing { () throws(LogFailure) in try batchToRedo(ofBoth: reader) }
    return try found(batch.map { [$0] } ?? [], else: "There is nothing to redo.")
  }

  private func batchToRedo(ofBoth reader: borrowing Reader) throws(LogFailure) -> EventID? {
    let durable = try timeline.batchToRedo(reader)
    guard privateLog.events.newestEvent().exists else { return durable }
    let undo = durable == nil ? .nothing : timeline.newestUndo?.sequence ?? .nothing
    let act = try timeline.newestAct(reader)
    let ownAct = privateLog.timeline.newestAct(privateLog.events)
    if let own = privateLog.timeline.batchToRedo(privateLog.events),
      let ownUndo = privateLog.timeline.newestUndo?.sequence,
      privateLog.isNewer(ownUndo, than: max(act, undo))
    {
      return own
    }
    guard let durable, !ownAct.exists || !privateLog.isNewer(ownAct, than: undo) else {
      return nil
    }
    return durable
  }

  func batchToUndo(
    naming event: EventID, _ reader: borrowing Reader
  ) throws(StoreFailure) -> EventID {
    try unwrapped(
      event.isPrivate
        ? privateLog.timeline.batchToUndo(naming: event, privateLog.events)
        : failing { () throws(LogFailure) in
          try timeline.batchToUndo(naming: event, reader)
        })
  }

  func batchToRedo(
    naming event: EventID, _ reader: borrowing Reader
  ) throws(StoreFailure) -> EventID {
    try unwrapped(
      event.isPrivate
        ? privateLog.timeline.batchToRedo(naming: event, privateLog.events)
        : failing { () throws(LogFailure) in
          try timeline.batchToRedo(naming: event, reader)
        })
  }

  func found(
    _ batches: [EventID], else sentence: String
  ) throws(StoreFailure) -> [EventID] {
    guard !batches.isEmpty else { throw .refused(Refusal(.nothingToDo, sentence)) }
    return batches
  }

  func unwrapped(
    _ answer: Result<EventID, Refusal>
  ) throws(StoreFailure) -> EventID {
    switch answer {
    case .success(let batch): return batch
    case .failure(let refusal): throw .refused(refusal)
    }
  }

  /// Makes windows, tabs and groups, or some parts, what they were at a moment of the line, as one
  /// batch.
  ///
  /// - Complexity: O(events up to it) and O(what there is).
  @discardableResult
  public func restore(
    _ point: EventID, _ parts: [Restoration.Part] = [.windows], by origin: Origin = Origin()
  ) throws(StoreFailure) -> Commit {
    let past = try failing { () throws(LogFailure) in try moment(point).browser }
    return try perform(.restore(Restoration(of: past, parts)), by: origin)
  }
}
