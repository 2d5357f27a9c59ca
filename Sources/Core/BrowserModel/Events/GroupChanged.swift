/// The title or the colour of a group changed.
public struct GroupChanged: Equatable, Sendable, BitwiseCopyable {
  /// The group that changed.
  public var group: GroupID = .nothing
  /// The resulting colour, even if it did not change.
  public var color: TabGroup.Color = .grey
  /// The new title, or absent if it did not change.
  public var title: Text = .absent
  public init() {}
}
