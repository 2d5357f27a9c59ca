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
