/// How a tab differs between two states.
public enum TabChange: Equatable, Sendable, BitwiseCopyable {
  /// It is open in the second state only; nothing else is reported about it.
  case opened(Place)
  /// It is open in the first state only.
  case closed(Place)
  /// It is at another place. Tabs that only gave way to others are not reported: within a
  /// window the moves are as few as possible.
  case moved(from: Place, to: Place)
  /// It was pinned, or unpinned for false.
  case pinned(Bool)
  /// It was muted, or that ended for false.
  case muted(Bool)
  /// It is in another group, or in none.
  case grouped(from: GroupID?, to: GroupID?)
  /// It has another opener, or none any more.
  case opener(from: TabID?, to: TabID?)
  /// Another entry is current, by the ids of entries.
  case current(from: EntryID?, to: EntryID?)
  /// Another load or travel is pending, or none, by the events that have the URL.
  case pending(from: EventID?, to: EventID?)
  /// It has another status, or failed for another reason; both statuses are equal then.
  case status(from: Tab.Status, to: Tab.Status)
  /// Its temporary zoom differs.
  case temporaryZoom(from: ZoomLevel, to: ZoomLevel)
}
