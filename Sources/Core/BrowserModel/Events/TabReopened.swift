/// A closed tab was reopened. The event is ignored if its window no longer exists or its item no
/// longer contains the tab.
public struct TabReopened: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was reopened. It keeps its id.
  public var tab: TabID = .nothing
  /// The closed item that it is removed from.
  public var item: ClosedItemID = .nothing
  /// The window that contains it afterwards.
  public var window: WindowID = .nothing
  /// Its index in the window, from 0.
  public var index: Int32 = 0
  /// Whether the tab becomes the active tab.
  public var isSelected = false
  /// The tabs next to the place, which help the fold find it again.
  public var neighbors = TabNeighbors()
  public init() {}
}
