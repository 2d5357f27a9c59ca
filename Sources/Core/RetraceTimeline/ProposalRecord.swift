public import BrowserModel

/// A proposal to merge the changes of a branch, as recorded in the log.
///
/// The name and the explanation are in the log, as `TextField.name` and `TextField.note` of the
/// event.
public struct ProposalRecord: Equatable, Sendable {
  /// The event that made the proposal. It is also the newest event that the proposal covers.
  public let event: EventID
  /// The branch with the proposed changes.
  public let branch: BranchID
  /// The branch that an approval changes, or `EventID.nothing` for the main branch.
  public let target: BranchID
  /// The time of the proposal, in milliseconds since 1970 UTC.
  public let milliseconds: Int64

  /// Creates a record from its parts. Nothing is checked.
  public init(event: EventID, branch: BranchID, target: BranchID, milliseconds: Int64) {
    self.event = event
    self.branch = branch
    self.target = target
    self.milliseconds = milliseconds
  }
}
