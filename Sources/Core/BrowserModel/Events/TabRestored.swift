/// A tab was restored to an earlier moment, including its place. If the tab was closed, its status
/// becomes ``Tab/Status/discarded``.
public struct TabRestored: Equatable, Sendable, BitwiseCopyable {
  /// The tab, or ``EventID/nothing`` to create a new tab whose id is this event.
  public var tab: TabID = .nothing
  /// The window that contains the tab afterwards.
  public var window: WindowID = .nothing
  /// The index of the tab in the window afterwards, from 0.
  public var index: Int32 = 0
  /// The tab that had opened this tab, or ``EventID/nothing``.
  public var opener: TabID = .nothing
  /// The group of the tab, or ``EventID/nothing``.
  public var group: GroupID = .nothing
  /// Whether the tab is pinned.
  public var isPinned = false
  /// Whether the tab is muted.
  public var isMuted = false
  /// Whether the tab becomes the active tab.
  public var isSelected = false
  /// The temporary zoom of the tab (Z3), or ``ZoomLevel/none``.
  public var temporaryZoom: ZoomLevel = .none
  /// The event with fields of an importer that the model does not interpret, or
  /// ``EventID/nothing``.
  public var kept: EventID = .nothing
  /// The tabs next to the place of the tab, which help the fold find this place again.
  public var neighbors = TabNeighbors()
  public init() {}
}
