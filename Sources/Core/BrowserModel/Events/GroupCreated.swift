/// A group was created.
public struct GroupCreated: Equatable, Sendable, BitwiseCopyable {
  /// Its colour.
  public var color: TabGroup.Color = .grey
  /// Its title, or absent if it has none.
  public var title: Text = .absent
  public init() {}
}
