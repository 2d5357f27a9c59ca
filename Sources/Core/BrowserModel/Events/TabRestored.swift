/// A tab was restored to an earlier moment, including its place. Its status is
/// ``Tab/Status/discarded`` if it was closed.
public struct TabRestored: Equatable, Sendable, BitwiseCopyable {
  /// The tab, or ``EventID/nothing`` to create a new one whose id is this event.
  public var tab: TabID = .nothing
  /// The window that contains it afterwards.
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
  /// Whether the tab becomes the active tab.
  public var isSelected = false
  /// Its temporary zoom (Z3), or ``ZoomLevel/none``.
  public var temporaryZoom: ZoomLevel = .none
  /// The event with fields of an importer that the model does not interpret, or
  /// ``EventID/nothing``.
  public var kept: EventID = .nothing
  /// The tabs next to the place, which help the fold find it again.
  public var neighbors = TabNeighbors()
  public init() {}
}
