/// A tab was closed.
public struct TabClosed: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was closed.
  public var tab: TabID = .nothing
  /// The index of the tab in its window before it closed, from 0. This hint saves the fold a
  /// search.
  public var index: Int32 = 0
  /// The closed item that contains the tab, identified by the event that closed the first tab of
  /// the item. ``EventID/nothing`` means this event.
  public var item: ClosedItemID = .nothing
  /// The tab that becomes active (T2), or ``EventID/nothing`` if the closed tab was not active. If
  /// the successor no longer exists, the right neighbour of the closed tab becomes active,
  /// otherwise the left neighbour.
  public var successor: TabID = .nothing
  /// The window that is focused next if the window of the tab closes with its last tab (T5), or
  /// ``EventID/nothing``.
  public var successorWindow: WindowID = .nothing
  /// Whether the tab is omitted from the closed items because it showed only the start page (T4).
  public var isUnlisted = false
  /// Whether the time at which an imported tab was closed in the other browser
  /// (``Event/occurredMilliseconds``) determines its place among the closed items. An unknown time
  /// counts as the earliest time.
  public var isByTime = false
  public init() {}
}
