public import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// Merging the changes of a branch into the store's branch.
extension Store {
  /// The result of a merge that has not been performed.
  public struct MergePreview: Sendable {
    /// The resulting state.
    public let state: ProfileState
    /// The changes of the branch that would not be applied.
    public let conflicts: [MergeConflict]
  }

  /// Applies the changes of a branch to the present, as one batch, with a three-way comparison of
  /// states. The branch does not change. Changes of an earlier merge are not applied again, because
  /// the comparison starts at the last merge that is not undone.
  ///
  /// Conflicting changes of the current branch are kept. ``previewOfMerging(_:)`` lists them.
  ///
  /// - Parameters:
  ///   - branch: The branch, or `.nothing` for the main branch.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Throws: `Refusal`: `noSuchBranch`; `nothingToDo` if there is nothing to apply, or if the
  ///   branch is the store's own branch.
  /// - Complexity: O(tabs + events since the nearest checkpoints before both moments).
  @discardableResult
  public func merge(
    _ branch: BranchID, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws -> Commit {
    try perform(.restore(merging(branch)), by: origin, if: precondition)
  }

  /// Returns the result that ``merge(_:by:if:)`` would have. Nothing is written.
  ///
  /// - Throws: `Refusal` (`noSuchBranch`).
  public func previewOfMerging(_ branch: BranchID) throws -> MergePreview {
    let merging = try merging(branch)
    return try reading { reader in
      let present = try timeline.readState(reader)
      let next = try sequence(after: present.browser.sequence)
      let conflicts = try words.withReader(reader) { words in
        try present.conflicts(of: merging, next: next, text: words)
      }
      var draft = Draft()
      do {
        draft = try decide(.restore(merging), on: present, words, reader)
      } catch let refusal as Refusal where refusal.code == .nothingToDo {
        // The draft stays empty.
      }
      return MergePreview(
        state: outcome(of: merging, draft, on: present), conflicts: conflicts)
    }
  }

  /// Returns the states that a merge compares.
  private func merging(_ branch: BranchID) throws -> Restoration {
    var theirs = try moment(.present, on: branch)
    guard let shared = timeline.mergeBase(with: theirs) else {
      throw Refusal(.nothingToDo, "This branch is already shown.")
    }
    var base = try moment(Moment(newest: shared.through), on: shared.branch)
    var record = BranchMerged()
    record.branch = branch
    record.through = theirs.position
    return Restoration(
      merging: try readState(of: &theirs), since: try readState(of: &base), recording: record)
  }
}
