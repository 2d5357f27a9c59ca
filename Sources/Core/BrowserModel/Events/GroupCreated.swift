/// A group was created.
public struct GroupCreated: Equatable, Sendable, BitwiseCopyable {
  /// The colour of the group.
  public var color: TabGroup.Color = .grey
  /// The title of the group, or absent if it has none.
  public var title: Text = .absent
  public init() {}
}
