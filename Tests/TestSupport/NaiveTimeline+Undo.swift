public import BrowserModel

/// Determines the batches that undo and redo change, by a literal implementation of the definition.
extension NaiveTimeline {
  /// The newest undoable batch of the user or of an import that is not undone. An undo by another
  /// device affects only the library.
  public var batchToUndo: BatchID? {
    line.last { event in
      event.isUserAct && !undoneBatches.contains(event.batch)
        && !(event.body.isAboutLibrary && batchesLeftOutOfLibrary.contains(event.batch))
    }?.batch
  }

  /// The batch of the newest undo that is still in effect, or nil if the user has written an
  /// undoable batch since then.
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

  /// The batch that an undo or redo names.
  fileprivate var namedBatch: BatchID? {
    switch body {
    case .time(.undone(let body)), .time(.redone(let body)): body.batch
    default: nil
    }
  }
}
