/// A branch was hidden from lists, or is shown again. Its events stay in the log.
public struct BranchHidden: Equatable, Sendable, BitwiseCopyable {
  /// The branch that was hidden or shown.
  public var branch: BranchID = .nothing
  /// Whether the branch is hidden from now on.
  public var isHidden = false
  public init() {}
}
