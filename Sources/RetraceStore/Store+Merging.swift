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
  /// states. The branch does not change. Changes of an earlier merge are not applied again: the
  /// comparison starts at the last merge that is not undone.
  ///
  /// Conflicting changes of the current branch are kept. ``previewOfMerging(_:)`` lists them.
  ///
  /// - Parameters:
  ///   - branch: The branch, or `.nothing` for the main branch.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Throws: ``StoreFailure/refused(_:)``: `noSuchBranch`; `nothingToDo` if there is nothing to
  ///   apply, or if it is the store's own branch.
  /// - Complexity: O(tabs + events since the nearest checkpoints before both moments).
  @discardableResult
  public func merge(
    _ branch: BranchID, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> Commit {
    try perform(.restore(merging(branch)), by: origin, if: precondition)
  }

  /// Returns the result that ``merge(_:by:if:)`` would have. Nothing is written.
  ///
  /// - Throws: ``StoreFailure/refused(_:)`` (`noSuchBranch`).
  public func previewOfMerging(_ branch: BranchID) throws(StoreFailure) -> MergePreview {
    let merging = try merging(branch)
    return try reading { (reader) throws(StoreFailure) in
      let present = try failing { () throws(LogFailure) in try timeline.readState(reader) }
      let next = try sequence(behind: present.browser.sequence)
      let conflicts: [MergeConflict]
      do throws(Refusal) {
        conflicts = try words.withReader(reader) { (words) throws(Refusal) in
          try present.conflicts(of: merging, next: next, text: words)
        }
      } catch {
        throw .refused(error)
      }
      var draft = Draft()
      do throws(StoreFailure) {
        draft = try decide(.restore(merging), on: present, words, reader)
      } catch {
        guard case .refused(let refusal) = error, refusal.code == .nothingToDo else { throw error }
      }
      return MergePreview(
        state: outcome(of: merging, draft, on: present), conflicts: conflicts)
    }
  }

  /// Returns the states that a merge compares.
  private func merging(_ branch: BranchID) throws(StoreFailure) -> Restoration {
    var theirs = try moment(.present, on: branch)
    guard let shared = timeline.mergeBase(with: theirs) else {
      throw .refused(Refusal(.nothingToDo, "This branch is already shown."))
    }
    var base = try moment(Moment(newest: shared.through), on: shared.branch)
    var record = BranchMerged()
    record.branch = branch
    record.through = theirs.position
    return try failing { () throws(LogFailure) in
      Restoration(
        merging: try readState(of: &theirs), since: try readState(of: &base), recording: record)
    }
  }
}
