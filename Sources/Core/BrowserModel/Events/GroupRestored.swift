/// A group was restored to the properties of an earlier moment. A group that no longer exists
/// becomes part of the state again when a tab joins it.
public struct GroupRestored: Equatable, Sendable, BitwiseCopyable {
  /// The group that was restored.
  public var group: GroupID = .nothing
  /// The colour of the group.
  public var color: TabGroup.Color = .grey
  /// The event that had set the title, or ``EventID/nothing`` if the group had no title.
  public var title: EventID = .nothing
  /// Whether the tabs of the group are hidden.
  public var isCollapsed = false
  public init() {}
}
