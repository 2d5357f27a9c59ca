/// A group was restored to the properties of an earlier moment. A group that no longer exists
/// becomes part of the state again when a tab joins it.
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
