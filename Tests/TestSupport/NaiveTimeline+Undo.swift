public import BrowserModel

/// Determines the batches that undo and redo change, by a literal implementation of the definition.
extension NaiveTimeline {
  /// The newest undoable batch of the user or of an import that is not undone. Undos by other
  /// devices affect only the library.
  public var batchToUndo: BatchID? {
    line.last { event in
      event.isUserAct && !undoneBatches.contains(event.batch)
        && !(event.body.isAboutLibrary && batchesLeftOutOfLibrary.contains(event.batch))
    }?.batch
  }

  /// The batch of the newest undo that is still in effect. There is none after a later undoable
  /// batch of the user.
  public var batchToRedo: BatchID? {
    let undo = line.indices.last { position in
      guard case .time(.undone(let undo)) = line[position].body else { return false }
      return !line[(position + 1)...].contains { $0.namedBatch == undo.batch }
    }
    guard let undo, !line[undo...].contains(where: { $0.isUserAct }) else { return nil }
    return line[undo].namedBatch
  }
}

extension Event {
  fileprivate var isUserAct: Bool { (actor == .user || actor == .import) && body.isUndoable }

  /// The batch to which an undo or a redo refers.
  fileprivate var namedBatch: BatchID? {
    switch body {
    case .time(.undone(let body)), .time(.redone(let body)): body.batch
    default: nil
    }
  }
}
