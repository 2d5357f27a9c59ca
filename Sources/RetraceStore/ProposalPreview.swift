public import BrowserModel

/// The result of an approval that has not been performed.
public struct ProposalPreview: Sendable {
  /// The present state of the branch that the approval changes.
  public let present: ProfileState
  /// The resulting state.
  public let state: ProfileState
  /// The changes of the proposal that would not be applied.
  public let conflicts: [MergeConflict]
  /// A text that identifies what the preview shows, to pass to
  /// ``Store/approve(_:only:digest:by:if:)``.
  public let digest: String
}
