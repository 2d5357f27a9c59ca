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
