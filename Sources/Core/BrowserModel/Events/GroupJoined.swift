/// A tab joined or left a group.
public struct GroupJoined: Equatable, Sendable, BitwiseCopyable {
  /// The tab that joined or left.
  public var tab: TabID = .nothing
  /// The group, or ``EventID/nothing`` if the tab left its group.
  public var group: GroupID = .nothing
  /// The tab's index in the window afterwards, from 0.
  public var index: Int32 = 0
  /// The tabs next to the new place, which help the fold find this place again.
  public var neighbors = TabNeighbors()
  public init() {}
}
