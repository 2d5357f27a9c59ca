/// A change of a branch that a merge does not apply to the current branch.
public struct MergeConflict: Equatable, Sendable {
  /// The thing that is left unchanged.
  public let subject: Thing
  /// The reason why it is left unchanged.
  public let reason: Reason

  /// A thing that exists on both branches.
  public enum Thing: Hashable, Sendable {
    case window(WindowID)
    case tab(TabID)
    case group(GroupID)
    case bookmark(BookmarkID)
    /// The zoom of a site, identified by the event that first named its host.
    case siteZoom(EventID)
    case defaultZoom
    case setting(Settings.Name)
    /// The custom values of the profile. A conflict about a value of a window, a tab or a group is
    /// reported as a conflict about its owner.
    case profile
  }

  /// The reason why a change of the branch was not applied.
  public enum Reason: Equatable, Sendable {
    /// The branch changed the thing, but the thing no longer exists on the current branch.
    case goneHere
    /// The branch closed or removed the thing, but the current branch changed it.
    case usedHere
    /// Both branches changed the thing, in different ways.
    case changedOnBoth
  }
}
