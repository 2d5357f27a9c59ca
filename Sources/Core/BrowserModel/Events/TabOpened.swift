/// A tab was opened. The event is ignored if its window no longer exists.
public struct TabOpened: Equatable, Sendable, BitwiseCopyable {
  /// The window in which the tab opened.
  public var window: WindowID = .nothing
  /// The index of the tab in the window, from 0. The fold clamps the index to the pinned tabs if
  /// the tab is pinned, otherwise to the other tabs.
  public var index: Int32 = 0
  /// The tab that opened this tab, or ``EventID/nothing`` (T8).
  public var opener: TabID = .nothing
  /// The tab whose opener group this tab joins, or ``EventID/nothing`` (T8).
  public var openerGroup: TabID = .nothing
  /// Whether the window first forgets all its opener groups (T8).
  public var forgetsOpenerGroups = false
  /// Whether the tab leaves its opener group as soon as another tab becomes active. This is true
  /// for a tab that opened with the start page (T8).
  public var isOpenerGroupBrief = false
  /// Whether the tab becomes the active tab.
  public var isSelected = false
  /// Whether the tab is pinned.
  public var isPinned = false
  /// The group that the tab joins, or ``EventID/nothing``.
  public var group: GroupID = .nothing
  /// Whether an engine still has to load the page.
  public var isLoading = false
  /// The way in which the page is reached.
  public var transition: Transition = .link
  /// The URL of the page, or absent for the start page (H1).
  public var url: Text = .absent
  /// The typed text, or absent if it equals the URL.
  public var input: Text = .absent
  /// The policy that resolved the input to the URL, and the reason (A1).
  public var reason: Text = .absent
  /// The search terms, or absent if this is not a search.
  public var searchWords: Text = .absent
  /// The tabs next to the place of the tab, which help the fold find this place again.
  public var neighbors = TabNeighbors()
  public init() {}
}
