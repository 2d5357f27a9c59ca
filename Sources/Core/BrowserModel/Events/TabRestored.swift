/// A tab was made what it was at an earlier moment, at the place where it was. Its status
/// is ``Tab/Status/discarded`` if it was closed.
public struct TabRestored: Equatable, Sendable, BitwiseCopyable {
  /// The tab; ``EventID/nothing`` makes a new one, whose id is this event.
  public var tab: TabID = .nothing
  /// The window that it is in afterwards.
  public var window: WindowID = .nothing
  /// Its index afterwards, from 0.
  public var index: Int32 = 0
  /// The tab that had opened it, or ``EventID/nothing``.
  public var opener: TabID = .nothing
  /// Its group, or ``EventID/nothing``.
  public var group: GroupID = .nothing
  /// Whether it is pinned.
  public var isPinned = false
  /// Whether it is muted.
  public var isMuted = false
  /// Whether it becomes the active tab.
  public var isSelected = false
  /// Its temporary zoom (Z3), or ``ZoomLevel/none``.
  public var temporaryZoom: ZoomLevel = .none
  /// The event that carries fields of an importer that the model does not interpret, or
  /// ``EventID/nothing``.
  public var kept: EventID = .nothing
  /// The tabs next to that place, by which the fold finds it again.
  public var neighbors = TabNeighbors()
  public init() {}
}
