/// A tab was pinned or unpinned.
public struct TabPinned: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was pinned or unpinned.
  public var tab: TabID = .nothing
  /// Whether the tab is pinned from now on.
  public var isPinned = false
  /// The index of the tab afterwards, from 0.
  public var index: Int32 = 0
  /// The tabs next to the new place, which help the fold find this place again.
  public var neighbors = TabNeighbors()
  public init() {}
}
