/// A group was collapsed or expanded.
public struct GroupCollapsed: Equatable, Sendable, BitwiseCopyable {
  /// The group that was collapsed or expanded.
  public var group: GroupID = .nothing
  /// Whether the tabs of the group are hidden from now on.
  public var isCollapsed = false
  public init() {}
}
