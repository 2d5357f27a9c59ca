/// A group moved with all its tabs. It keeps its id, title, colour and state. If it leaves a window
/// empty, the window closes.
public struct GroupMoved: Equatable, Sendable, BitwiseCopyable {
  /// The group that moved.
  public var group: GroupID = .nothing
  /// The window that contains it afterwards.
  public var window: WindowID = .nothing
  /// The index of its first tab afterwards, from 0.
  public var index: Int32 = 0
  /// The tab that becomes active in the previous window (T2), or ``EventID/nothing``.
  public var successor: TabID = .nothing
  /// The rank of its first tab. It contains no neighbours.
  public var neighbors = TabNeighbors()
  /// The ranks of its tabs differ from the rank of the first tab by less than two to this power.
  public var rankBits: Int32 = 0
  public init() {}
}
