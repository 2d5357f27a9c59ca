/// A group moved with all its tabs. It keeps its id, title, colour and state. A window that it
/// leaves empty closes.
public struct GroupMoved: Equatable, Sendable, BitwiseCopyable {
  /// The group that moved.
  public var group: GroupID = .nothing
  /// The window that it is in afterwards.
  public var window: WindowID = .nothing
  /// The index of its first tab afterwards, from 0.
  public var index: Int32 = 0
  /// The tab that becomes active in the window that it left (T2), or ``EventID/nothing``.
  public var successor: TabID = .nothing
  /// The rank of its first tab. It names no neighbors.
  public var neighbors = TabNeighbors()
  /// The ranks of its tabs differ from that of the first one by less than two to this power.
  public var rankBits: Int32 = 0
  public init() {}
}
