/// A difference of a tab between two states.
public enum TabChange: Equatable, Sendable, BitwiseCopyable {
  /// It is open only in the second state. Nothing else is reported about it.
  case opened(Place)
  /// It is open only in the first state.
  case closed(Place)
  /// It is at another place. Tabs that only shifted because of others are not reported: the number
  /// of moves within a window is minimal.
  case moved(from: Place, to: Place)
  /// It was pinned if true, or unpinned if false.
  case pinned(Bool)
  /// It was muted if true, or unmuted if false.
  case muted(Bool)
  /// It is in another group, or in none.
  case grouped(from: GroupID?, to: GroupID?)
  /// It has another opener, or none.
  case opener(from: TabID?, to: TabID?)
  /// Another entry is current. The ids are those of the entries.
  case current(from: EntryID?, to: EntryID?)
  /// Another load or travel is pending, or none. The ids are the events with the URL.
  case pending(from: EventID?, to: EventID?)
  /// It has another status, or failed for another reason. In the latter case, both statuses are
  /// equal.
  case status(from: Tab.Status, to: Tab.Status)
  /// Its temporary zoom differs.
  case temporaryZoom(from: ZoomLevel, to: ZoomLevel)
}
