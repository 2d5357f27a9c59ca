/// A closed tab was reopened. The event is ignored if its window no longer exists or its item no
/// longer contains the tab.
public struct TabReopened: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was reopened. The tab keeps its id.
  public var tab: TabID = .nothing
  /// The closed item from which the tab is removed.
  public var item: ClosedItemID = .nothing
  /// The window that contains the tab afterwards.
  public var window: WindowID = .nothing
  /// The index of the tab in the window, from 0.
  public var index: Int32 = 0
  /// Whether the tab becomes the active tab.
  public var isSelected = false
  /// The tabs next to the place of the tab, which help the fold find this place again.
  public var neighbors = TabNeighbors()
  public init() {}
}
