public import BrowserModel

/// A branch: events that share the past of another branch up to a moment.
///
/// Its name is in the log, as `TextField.name` of the event that is its id.
/// ``Timeline/names(_:through:)`` looks it up.
public struct Branch: Equatable, Sendable {
  /// The event that created it.
  public let id: BranchID
  /// The branch from which it forks, or `EventID.nothing` for the main branch.
  public let parent: BranchID
  /// The newest event of the log at the moment of the fork, or `EventID.nothing` if the branch
  /// begins empty.
  public let from: EventID
  /// Whether it is hidden from lists.
  public internal(set) var isHidden = false
}
