/// Something that a branch changed and a merge leaves as it is on the current branch.
public struct MergeConflict: Equatable, Sendable {
  /// The thing that stays as it is.
  public let subject: Thing
  /// Why it does.
  public let reason: Reason

  /// A thing that both branches know.
  public enum Thing: Equatable, Sendable {
    case window(WindowID)
    case tab(TabID)
    case group(GroupID)
    case bookmark(BookmarkID)
    /// The zoom of a site, by the event that first named its host.
    case siteZoom(EventID)
    case defaultZoom
    case setting(Settings.Name)
  }

  /// Why a change of the branch was not brought over.
  public enum Reason: Equatable, Sendable {
    /// The branch changed it, and it is gone on the current branch.
    case goneHere
    /// The branch closed or removed it, and it was changed on the current branch.
    case usedHere
    /// Both branches changed it, in different ways.
    case changedOnBoth
  }
}
