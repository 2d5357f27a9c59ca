/// What ``Action/open(_:)`` opens: a tab, with its place and its page.
///
/// ```swift
/// let typed = OpenTab(Destination("https://example.com/"))
/// let startPage = OpenTab(window: window)
/// let link = Destination("https://example.com/about", transition: .link)
/// let background = OpenTab(link, place: .backgroundLink(from: tab), isLoading: true)
/// ```
public struct OpenTab: Equatable, Sendable {
  /// The page; nil is the start page (H1).
  public var destination: Destination?
  /// Where the tab goes among the others (T1).
  public var place: Place
  /// The window; nil is that of the tab with the link, otherwise the focused one, otherwise a new
  /// one.
  public var window: WindowID?
  /// Whether to open a new window for it, if ``window`` is nil.
  public var isInNewWindow: Bool
  /// Whether it becomes the active tab; nil depends on the place: all but background links
  /// do.
  public var isSelected: Bool?
  /// Whether it is pinned. It then stands among the pinned tabs, whatever the place says.
  public var isPinned: Bool
  /// Whether an engine still has to load the page.
  public var isLoading: Bool
  /// The tab that opens it (T8), if the place is not that of a link.
  public var opener: TabID?

  /// Creates a tab. By default it is at the start page, at the end of the focused window,
  /// and selected.
  public init(
    _ destination: Destination? = nil, place: Place = .end, window: WindowID? = nil,
    isInNewWindow: Bool = false, isSelected: Bool? = nil, isPinned: Bool = false,
    isLoading: Bool = false,
    opener: TabID? = nil
  ) {
    self.destination = destination
    self.place = place
    self.window = window
    self.isInNewWindow = isInNewWindow
    self.isSelected = isSelected
    self.isPinned = isPinned
    self.isLoading = isLoading
    self.opener = opener
  }

  /// Where a new tab goes (T1). The index is clamped to the pinned or the other tabs.
  public enum Place: Equatable, Sendable {
    /// After all other tabs, as with Ctrl-T.
    case end
    /// To the right of the tab with the link; selected.
    case foregroundLink(from: TabID)
    /// To the right of the last tab that the tab with the link has opened; not selected.
    case backgroundLink(from: TabID)
    /// At an index, from 0, clamped to the number of tabs.
    case index(Int)
  }
}
