/// A group moved with all its tabs. The group keeps its id, title, colour and collapsed state. If
/// the move leaves a window empty, the window closes.
public struct GroupMoved: Equatable, Sendable, BitwiseCopyable {
  /// The group that moved.
  public var group: GroupID = .nothing
  /// The window that contains the group afterwards.
  public var window: WindowID = .nothing
  /// The index of the group's first tab afterwards, from 0.
  public var index: Int32 = 0
  /// The tab that becomes active in the previous window (T2), or ``EventID/nothing``.
  public var successor: TabID = .nothing
  /// The rank of the group's first tab. No neighbours are recorded.
  public var neighbors = TabNeighbors()
  /// The exponent of a bound on ranks: the rank of each tab of the group differs from the rank of
  /// the first tab by less than 2 to the power of `rankBits`.
  public var rankBits: Int32 = 0
  public init() {}
}
