/// A request to restore parts of an earlier state.
public struct Restoration: Equatable, Sendable {
  /// The earlier state.
  public var past: ProfileState
  /// The parts to restore, in this order.
  public var parts: [Part]
  /// For a merge, the state at which the branch of ``past`` and the current branch diverged. Only
  /// the differences between ``base`` and ``past`` are applied. Nil restores the parts exactly as
  /// they are in ``past``.
  public var base: ProfileState?
  /// For a merge, the event that records the merge.
  public var merge: BranchMerged?
  /// For a merge, the event that records the answer to a proposal, or nil.
  public var answer: ProposalAnswered?
  /// For a merge, the things whose changes are applied. Nil applies all changes.
  public var selection: Set<MergeConflict.Thing>?

  /// Creates a restoration, by default of all windows.
  public init(of past: ProfileState, _ parts: [Part] = [.windows]) {
    self.past = past
    self.parts = parts
  }

  /// Creates a merge of the changes of a branch.
  ///
  /// - Parameters:
  ///   - other: The newest state of the branch.
  ///   - base: The last state that both branches share: the state at which the branches diverged,
  ///     or at which one branch was merged into the other.
  ///   - merge: The event that records the merge.
  public init(merging other: ProfileState, since base: ProfileState, recording merge: BranchMerged)
  {
    past = other
    self.base = base
    self.merge = merge
    parts = [.windows, .bookmarks, .zoom, .settings, .values]
  }

  /// A part of the state that can be restored.
  public enum Part: Hashable, Sendable {
    /// All windows, tabs and groups. Tabs and windows that were opened after the earlier moment are
    /// closed.
    case windows
    /// Tabs that were open at the earlier moment and are not open now. Nothing else changes.
    case missingTabs
    /// One window with its tabs. Each tab that was not in the window at the earlier moment returns
    /// to its previous window, or is closed if the previous window is not open.
    case window(WindowID)
    /// One tab: its history, its properties and its place.
    case tab(TabID)
    /// The complete tree of bookmarks.
    case bookmarks
    /// The default zoom and the zoom of all sites.
    case zoom
    /// All settings.
    case settings
    /// The custom values of the profile. The values of windows, tabs and groups are restored with
    /// these.
    case values
  }
}
