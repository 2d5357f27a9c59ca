public import BrowserModel

/// A merge of the changes of a branch.
public struct Merge: Equatable, Sendable {
  /// The event that records it.
  public let event: EventID
  /// The batch that applied the changes.
  public let batch: BatchID
  /// The branch to which they were applied, or `EventID.nothing` for the main branch.
  public let target: BranchID
  /// The branch that was merged.
  public let branch: BranchID
  /// The newest event of the log at the merged moment of that branch.
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

  /// Returns the moment since which a branch has changes that this timeline does not have: the
  /// newest moment that both share, because they diverged there or because one was merged into the
  /// other.
  ///
  /// - Parameter other: The branch, at the moment to merge.
  /// - Returns: The branch and the newest event of the moment, or nil if `other` is on the same
  ///   branch.
  /// - Complexity: O(merges · ancestors)
  public func mergeBase(with other: Timeline) -> (branch: BranchID, through: EventID)? {
    guard let fork = lineage.fork(from: other.lineage) else { return nil }
    var newest = (branch: other.lineage.branch, through: fork)
    /// Takes a merge into one side into account, up to the moment that the other side also has.
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
