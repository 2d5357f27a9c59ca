public import BrowserModel

/// A branch of the log. Its events continue the past of another branch from a given moment.
///
/// The name of the branch is in the log, as `TextField.name` of the event that created the branch.
/// ``Timeline/names(_:through:)`` looks up names.
public struct Branch: Equatable, Sendable {
  /// The event that created the branch.
  public let id: BranchID
  /// The branch from which this branch forks, or `EventID.nothing` for the main branch.
  public let parent: BranchID
  /// The newest event of the log at the moment of the fork, or `EventID.nothing` if the branch
  /// begins empty.
  public let from: EventID
  /// Whether the branch is hidden from lists.
  public internal(set) var isHidden = false
}
