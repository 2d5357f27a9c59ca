/// A closed tab was opened again. Nothing happens if its window is gone or its item no
/// longer has it.
public struct TabReopened: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was reopened; it keeps its id.
  public var tab: TabID = .nothing
  /// The closed item that it is taken from.
  public var item: ClosedItemID = .nothing
  /// The window that it goes to.
  public var window: WindowID = .nothing
  /// Its index in the window, from 0.
  public var index: Int32 = 0
  /// Whether it becomes the active tab.
  public var isSelected = false
  /// The tabs next to that place, by which the fold finds it again.
  public var neighbors = TabNeighbors()
  public init() {}
}
