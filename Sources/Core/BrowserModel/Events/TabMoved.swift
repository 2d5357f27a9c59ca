/// A tab was moved. If the move leaves a window empty, the window closes.
public struct TabMoved: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was moved.
  public var tab: TabID = .nothing
  /// The window that contains the tab afterwards.
  public var window: WindowID = .nothing
  /// The index in that window afterwards, from 0.
  public var index: Int32 = 0
  /// The group that contains the tab afterwards, or ``EventID/nothing``.
  public var group: GroupID = .nothing
  /// The tab that becomes active in the previous window (T2), or ``EventID/nothing``.
  public var successor: TabID = .nothing
  /// The tabs next to the new place, which help the fold find this place again.
  public var neighbors = TabNeighbors()
  public init() {}
}
