/// A tab for ``Action/open(_:)`` to open, with its place and its page.
///
/// ```swift
/// let typed = OpenTab(Destination("https://example.com/"))
/// let startPage = OpenTab(window: window)
/// let link = Destination("https://example.com/about", transition: .link)
/// let background = OpenTab(link, place: .backgroundLink(from: tab), isLoading: true)
/// ```
public struct OpenTab: Equatable, Sendable {
  /// The page. Nil is the start page (H1).
  public var destination: Destination?
  /// The place of the tab among the other tabs (T1).
  public var place: Place
  /// The window. Nil chooses the window of the tab that contains the link, otherwise the focused
  /// window, otherwise a new window.
  public var window: WindowID?
  /// Whether to open a new window for the tab, if ``window`` is nil.
  public var isInNewWindow: Bool
  /// Whether the tab becomes the active tab. Nil selects the tab, unless ``place`` is
  /// ``OpenTab/Place/backgroundLink(from:)``.
  public var isSelected: Bool?
  /// Whether the tab is pinned. A pinned tab is placed among the pinned tabs, regardless of
  /// ``place``.
  public var isPinned: Bool
  /// Whether an engine still has to load the page.
  public var isLoading: Bool
  /// The tab that opens this tab (T8). Nil chooses the tab that ``place`` names, if any, otherwise
  /// no tab.
  public var opener: TabID?

  /// Creates a tab. By default, it shows the start page, at the end of the focused window, and is
  /// selected.
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

  /// The place of a new tab (T1). The resulting index is clamped to the pinned tabs if the tab is
  /// pinned, otherwise to the other tabs.
  public enum Place: Equatable, Sendable {
    /// After all other tabs, as with Ctrl-T.
    case end
    /// To the right of the tab that contains the link. The new tab is selected.
    case foregroundLink(from: TabID)
    /// To the right of the last tab that was opened from the tab with the link. The new tab is not
    /// selected.
    case backgroundLink(from: TabID)
    /// At an index, from 0, clamped to the number of tabs.
    case index(Int)
  }
}
