public import BrowserModel

/// The result of an undo or redo that has not been performed.
public struct UndoPreview: Sendable {
  /// The batches to undo or redo, in this order.
  public let batches: [BatchID]
  /// The resulting state.
  public let state: ProfileState
  /// The number of later events that would have no effect, because their tab, entry, window, group
  /// or bookmark would not exist.
  public let lostCount: Int
  /// The actions that would be kept because actions of other authors depend on them.
  public package(set) var kept: [KeptAction] = []
  /// The other runs of the program with actions that can be undone, newest first.
  public package(set) var otherRuns: [ProgramRun] = []
}
