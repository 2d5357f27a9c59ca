internal import BrowserModel
internal import EventLog
internal import Timeline

/// What undo and redo would turn, looking at both logs (T7).
extension Session {
  /// The batch that `undo` takes back: the newest of both logs.
  func batchToUndo(_ reader: borrowing Reader) throws(LogFailure) -> Sequence? {
    let durable = try timeline.batchToUndo(reader)
    guard let own = privateLog.timeline.batchToUndo(privateLog.events) else { return durable }
    guard let durable else { return own }
    return privateLog.isNewer(own, than: durable) ? own : durable
  }

  /// The batch that `redo` brings back: that of the newest undo of both logs, unless the user did
  /// something else since in either.
  func batchToRedo(_ reader: borrowing Reader) throws(LogFailure) -> Sequence? {
    let durable = try timeline.redo(reader)
    guard privateLog.events.newestEvent().exists else { return durable?.batch }
    let own = privateLog.timeline.redo(privateLog.events)
    let act = try timeline.newestAct(reader)
    let ownAct = privateLog.timeline.newestAct(privateLog.events)
    if let own, privateLog.isNewer(own.undo, than: max(act, durable?.undo ?? .nothing)) {
      return own.batch
    }
    guard let durable, !ownAct.exists || !privateLog.isNewer(ownAct, than: durable.undo) else {
      return nil
    }
    return durable.batch
  }
}

/// A batch that can be brought back, and the event that took it.
private struct Redo {
  var batch: Sequence
  var undo: Sequence
}

extension Timeline {
  fileprivate func redo<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) -> Redo? {
    guard let batch = try batchToRedo(source) else { return nil }
    let undo = try newest(source) { event in
      if case .time(.undone(let body)) = event.body { body.batch == batch } else { false }
    }
    return Redo(batch: batch, undo: undo)
  }

  /// The newest event that ends what can be brought back, or nothing.
  fileprivate func newestAct<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) -> Sequence {
    try newest(source) { $0.isUndoableByUser }
  }

  private func newest<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, where matches: (borrowing Event) -> Bool
  ) throws(Source.Failure) -> Sequence {
    var found = Sequence.nothing
    try visitBackwards(source) { event in
      if matches(event) { found = event.sequence }
      return !found.exists
    }
    return found
  }
}
