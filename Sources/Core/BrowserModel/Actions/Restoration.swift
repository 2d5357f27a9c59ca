/// What to restore from an earlier moment.
public struct Restoration: Equatable, Sendable {
  /// The state at that moment.
  public var past: ProfileState
  /// What to restore, in this order.
  public var parts: [Part]
  /// For a merge, the state at which the branch of ``past`` and the present one parted: only what
  /// differs between the two is brought over. Nil to restore the parts as they were.
  public var base: ProfileState?
  /// For a merge, what is recorded about it.
  public var merge: BranchMerged?

  /// Creates a restoration; without parts, of all windows.
  public init(of past: ProfileState, _ parts: [Part] = [.windows]) {
    self.past = past
    self.parts = parts
  }

  /// Creates a merge of what a branch changed.
  ///
  /// - Parameters:
  ///   - other: The newest state of the branch.
  ///   - base: The state at the moment that both branches share: at which they parted, or at
  ///     which one was merged into the other.
  ///   - merge: What is recorded about the merge.
  public init(merging other: ProfileState, since base: ProfileState, recording merge: BranchMerged)
  {
    past = other
    self.base = base
    self.merge = merge
    parts = [.windows, .bookmarks, .zoom, .settings]
  }

  /// A part of the state that can be restored.
  public enum Part: Hashable, Sendable {
    /// All windows, tabs and groups. Tabs and windows that were opened since are closed.
    case windows
    /// Tabs that were open then and are not open now. Nothing else changes.
    case missingTabs
    /// One window with its tabs. Tabs that are in it now and were not then go back to the
    /// window that they were in, if that is open, and are closed otherwise.
    case window(WindowID)
    /// One tab: its history, its properties and its place.
    case tab(TabID)
    /// The whole tree of bookmarks.
    case bookmarks
    /// The default zoom and that of all sites.
    case zoom
    /// All settings.
    case settings
  }
}
