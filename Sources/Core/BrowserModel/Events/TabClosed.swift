/// A tab was closed.
public struct TabClosed: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was closed.
  public var tab: TabID = .nothing
  /// Its index before, from 0. A hint that saves the fold a search.
  public var index: Int32 = 0
  /// The closed item that contains the tab, identified by the event that closed the first tab of
  /// the item. ``EventID/nothing`` means this event.
  public var item: ClosedItemID = .nothing
  /// The tab that becomes active (T2), or ``EventID/nothing`` if the closed tab was not active. If
  /// that tab no longer exists, its right neighbour becomes active, otherwise its left neighbour.
  public var successor: TabID = .nothing
  /// The window that is focused if the window closes with its last tab (T5), or
  /// ``EventID/nothing``.
  public var successorWindow: WindowID = .nothing
  /// Whether it is omitted from the closed items because it showed nothing but the start page (T4).
  public var isUnlisted = false
  /// Whether its place among the closed items follows from the time at which it was closed in the
  /// browser that it was imported from (``Event/occurredMilliseconds``). An unknown time counts as
  /// the earliest.
  public var isByTime = false
  public init() {}
}
