/// The changes of a branch were proposed. The proposal covers the branch up to this event. Later
/// changes of the branch are not part of it.
public struct BranchProposed: Equatable, Sendable, BitwiseCopyable {
  /// The branch with the proposed changes.
  public var branch: BranchID = .nothing
  /// The branch that an approval changes; ``EventID/nothing`` for the main branch.
  public var target: BranchID = .nothing
  /// The name of the proposal.
  public var name: Text = .absent
  /// The explanation of the author.
  public var note: Text = .absent
  public init() {}
}
