public import BrowserModel

/// What an undo or redo would lead to.
public struct UndoPreview: Sendable {
  /// The batches that it would undo or redo, in that order.
  public let batches: [BatchID]
  /// The state that would be the present one.
  public let state: ProfileState
  /// The number of later events that would then change nothing although they do now, because their tab,
  /// entry, window, group or bookmark would be gone.
  public let lostCount: Int
  /// The actions that would stay although they were named, because others have built on them.
  public package(set) var kept: [KeptAction] = []
}
