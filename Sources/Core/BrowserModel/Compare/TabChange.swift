/// A difference in a tab between two states.
public enum TabChange: Equatable, Sendable, BitwiseCopyable {
  /// The tab is open only in the second state. Nothing else is reported about the tab.
  case opened(Place)
  /// The tab is open only in the first state.
  case closed(Place)
  /// The tab is at another place. Tabs that only shifted because other tabs moved are not reported.
  /// The number of moves within a window is minimal.
  case moved(from: Place, to: Place)
  /// The tab was pinned if true, or unpinned if false.
  case pinned(Bool)
  /// The tab was muted if true, or unmuted if false.
  case muted(Bool)
  /// The tab is in another group, or no longer in a group.
  case grouped(from: GroupID?, to: GroupID?)
  /// The tab has another opener, or no longer has an opener.
  case opener(from: TabID?, to: TabID?)
  /// Another entry is current. The ids identify the current entries of both states.
  case current(from: EntryID?, to: EntryID?)
  /// Another load or travel is pending, or nothing is pending any more. The ids identify the events
  /// that contain the requested URLs.
  case pending(from: EventID?, to: EventID?)
  /// The tab has another status, or its load failed for another reason. In the latter case, both
  /// statuses are equal.
  case status(from: Tab.Status, to: Tab.Status)
  /// The temporary zoom differs.
  case temporaryZoom(from: ZoomLevel, to: ZoomLevel)
}
