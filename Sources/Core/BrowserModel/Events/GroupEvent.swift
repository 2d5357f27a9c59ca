/// What happened to a tab group.
public enum GroupEvent: Equatable, Sendable, BitwiseCopyable {
  /// A group was created; the event is its id. It is in the state once a tab joins it.
  case created(GroupCreated)
  /// The title or the colour of a group changed.
  case changed(GroupChanged)
  /// A group was collapsed or expanded.
  case collapsed(GroupCollapsed)
  /// A tab joined a group, left it, or went from one to another.
  case joined(GroupJoined)
  /// A group got the properties that it had at an earlier moment.
  case restored(GroupRestored)
  /// A group moved with all its tabs, within its window or to another one.
  case moved(GroupMoved)
}

/// A group was created.
public struct GroupCreated: Equatable, Sendable, BitwiseCopyable {
  /// Its colour.
  public var color: TabGroup.Color = .grey
  /// Its title, absent if it has none.
  public var title: Text = .absent
  public init() {}
}

/// The title or the colour of a group changed.
public struct GroupChanged: Equatable, Sendable, BitwiseCopyable {
  /// The group that changed.
  public var group: GroupID = .nothing
  /// The colour afterwards, whether it changed or not.
  public var color: TabGroup.Color = .grey
  /// The new title; absent if it stays.
  public var title: Text = .absent
  public init() {}
}

/// A group was collapsed or expanded.
public struct GroupCollapsed: Equatable, Sendable, BitwiseCopyable {
  /// The group that was collapsed or expanded.
  public var group: GroupID = .nothing
  /// Whether its tabs are hidden from now on.
  public var isCollapsed = false
  public init() {}
}

/// A tab joined or left a group.
public struct GroupJoined: Equatable, Sendable, BitwiseCopyable {
  /// The tab that joined or left.
  public var tab: TabID = .nothing
  /// The group; ``EventID/nothing`` if the tab left its own.
  public var group: GroupID = .nothing
  /// The tab's index in the window afterwards, from 0.
  public var index: Int32 = 0
  /// The tabs next to that place, by which the fold finds it again.
  public var neighbors = TabNeighbors()
  public init() {}
}

/// A group got the properties that it had at an earlier moment. One that is gone is in the
/// state again once a tab joins it.
public struct GroupRestored: Equatable, Sendable, BitwiseCopyable {
  /// The group that was restored.
  public var group: GroupID = .nothing
  /// Its colour.
  public var color: TabGroup.Color = .grey
  /// The event that had set its title, or ``EventID/nothing``.
  public var title: EventID = .nothing
  /// Whether its tabs are hidden.
  public var isCollapsed = false
  public init() {}
}

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
