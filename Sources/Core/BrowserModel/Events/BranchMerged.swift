/// The changes of a branch were applied to another branch.
public struct BranchMerged: Equatable, Sendable, BitwiseCopyable {
  /// The branch whose changes were merged; ``EventID/nothing`` for the main branch.
  public var branch: BranchID = .nothing
  /// The newest event of the log at the moment whose state was merged. The next merge applies only
  /// later changes.
  public var through: EventID = .nothing
  public init() {}
}
