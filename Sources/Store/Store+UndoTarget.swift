internal import BrowserModel
internal import EventLog
internal import Timeline

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
}
