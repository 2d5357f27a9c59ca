/// A tab was moved. A window that it leaves empty closes.
public struct TabMoved: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was moved.
  public var tab: TabID = .nothing
  /// The window that it is in afterwards.
  public var window: WindowID = .nothing
  /// Its index afterwards, from 0.
  public var index: Int32 = 0
  /// The group that it is in afterwards, or ``EventID/nothing``.
  public var group: GroupID = .nothing
  /// The tab that becomes active in the window that it left (T2), or ``EventID/nothing``.
  public var successor: TabID = .nothing
  /// The tabs next to that place, by which the fold finds it again.
  public var neighbors = TabNeighbors()
  public init() {}
}
