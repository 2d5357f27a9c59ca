/// An event about a tab group.
public enum GroupEvent: Equatable, Sendable, BitwiseCopyable {
  /// A group was created. The event is the id of the group. The group becomes part of the state
  /// when a tab joins it.
  case created(GroupCreated)
  /// The title or the colour of a group changed.
  case changed(GroupChanged)
  /// A group was collapsed or expanded.
  case collapsed(GroupCollapsed)
  /// A tab joined a group, left it, or changed from one group to another.
  case joined(GroupJoined)
  /// A group was restored to the properties of an earlier moment.
  case restored(GroupRestored)
  /// A group moved with all its tabs, within its window or to another window.
  case moved(GroupMoved)
}
