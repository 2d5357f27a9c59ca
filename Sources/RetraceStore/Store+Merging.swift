public import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// Bringing what a branch changed to the present of the store's branch.
extension Store {
  /// What a merge would lead to.
  public struct MergePreview: Sendable {
    /// The state that it would lead to.
    public let state: ProfileState
    /// What would stay as it is although the branch changed it.
    public let conflicts: [MergeConflict]
  }

  /// Brings what a branch changed to the present, as one batch, by a three-way comparison of states.
  /// The branch stays as it is. What an earlier merge brought over is not brought again: the
  /// comparison starts at the last merge that is not undone.
  ///
  /// What the present branch changed itself, in another way, stays; ``previewOfMerging(_:)`` names
  /// it.
  ///
  /// - Parameters:
  ///   - branch: The branch, `.nothing` for the main one.
  ///   - origin: Who asks for it.
  ///   - precondition: When to do it.
  /// - Throws: ``StoreFailure/refused(_:)``: `noSuchBranch`; `nothingToDo` if nothing can be brought
  ///   over, or if it is the store's own branch.
  /// - Complexity: O(tabs + events since the nearest checkpoints before both moments).
  @discardableResult
  public func merge(
    _ branch: BranchID, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> Commit {
    try perform(.restore(merging(branch)), by: origin, if: precondition)
  }

  /// Returns what ``merge(_:by:if:)`` would lead to. Nothing is written.
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
      throw .refused(Refusal(.nothingToDo, "This is the branch that is shown already."))
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
