public import BrowserModel

/// What an undo or a redo did.
public struct UndoResult: Sendable {
  /// The batch that was taken back, or brought back.
  public var batch: EventID
  /// The event that says so.
  public var performed: Commit
}
