public import BrowserModel

/// A merge of the changes of a branch.
public struct Merge: Equatable, Sendable {
  /// The event that records the merge.
  public let event: EventID
  /// The batch that applied the changes.
  public let batch: BatchID
  /// The branch to which the changes were applied, or `EventID.nothing` for the main branch.
  public let target: BranchID
  /// The branch that was merged.
  public let branch: BranchID
  /// The newest event of the log at the moment whose state was merged.
  public let through: EventID
}

extension Timeline {
  /// The merges into this lineage that are not undone.
  private var effectiveMerges: [Merge] {
    merges.filter { merge in
      (merge.target == lineage.branch || lineage.inherits(merge.event, of: merge.target))
        && !undoneBatches.contains(merge.batch)
    }
  }

  /// Returns the newest moment that this timeline and a branch share: the moment at which they
  /// diverged, or at which either was merged into the other. Later changes of the branch are
  /// missing from this timeline.
  ///
  /// - Parameter other: The branch, at the moment to merge.
  /// - Returns: The branch and the newest event of the moment, or nil if `other` is on the same
  ///   branch.
  /// - Complexity: O(merges · ancestors)
  public func mergeBase(with other: Timeline) -> (branch: BranchID, through: EventID)? {
    guard let fork = lineage.fork(from: other.lineage) else { return nil }
    var newest = (branch: other.lineage.branch, through: fork)
    /// Considers a merge into one side, up to the newest moment that the other side shares with the
    /// merged branch.
    func consider(_ merge: Merge, _ side: Lineage) {
      guard let merged = Lineage(merge.branch, among: branches) else { return }
      let common = min(side.fork(from: merged) ?? .last, merge.through)
      if common > newest.through { newest = (merge.branch, common) }
    }
    for merge in effectiveMerges { consider(merge, other.lineage) }
    for merge in other.effectiveMerges { consider(merge, lineage) }
    return newest
  }
}
