/// Facts about tab groups.
public enum GroupEvent: Equatable, Sendable, BitwiseCopyable {
  /// A group came to be; it is there as soon as a tab joins it.
  case created(GroupCreated)
  case changed(GroupChanged)
  case collapsed(GroupCollapsed)
  /// A tab joined a group, left it, or went from one to another.
  case joined(GroupJoined)
  /// A group looks as it did at an earlier moment.
  case restored(GroupRestored)
}

public struct GroupCreated: Equatable, Sendable, BitwiseCopyable {
  public var color: TabGroup.Color = .grey
  public var title: Text = .absent
  public init() {}
}

public struct GroupChanged: Equatable, Sendable, BitwiseCopyable {
  public var group: EventID = .nothing
  public var color: TabGroup.Color = .grey
  /// Absent: the title stays.
  public var title: Text = .absent
  public init() {}
}

public struct GroupCollapsed: Equatable, Sendable, BitwiseCopyable {
  public var group: EventID = .nothing
  public var isCollapsed = false
  public init() {}
}

public struct GroupJoined: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  /// Nothing: the tab left its group.
  public var group: EventID = .nothing
  /// Its position afterwards.
  public var index: Int32 = 0
  public init() {}
}

/// A group that is gone comes to be again, and is there as soon as a tab joins it; one that is there
/// gets its looks back.
public struct GroupRestored: Equatable, Sendable, BitwiseCopyable {
  public var group: EventID = .nothing
  public var color: TabGroup.Color = .grey
  /// The event that said its title, or nothing.
  public var title: EventID = .nothing
  public var isCollapsed = false
  public init() {}
}
