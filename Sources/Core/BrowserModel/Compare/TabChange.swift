/// What differs about a tab between two states.
public enum TabChange: Equatable, Sendable, BitwiseCopyable {
  /// It is open in the second state alone; nothing else is told of it.
  case opened(Place)
  /// It was open in the first state alone.
  case closed(Place)
  /// It stands elsewhere. Tabs that only made room, because others came or went, are not told:
  /// within a window the moves are as few as can be.
  case moved(from: Place, to: Place)
  case pinned(Bool)
  case muted(Bool)
  /// It is in another group, or in none.
  case grouped(from: EventID, to: EventID)
  case opener(from: EventID, to: EventID)
  /// Another entry is the current one, by their ids.
  case current(from: EventID, to: EventID)
  /// What it is on its way to, by the events that say the URL.
  case pending(from: EventID, to: EventID)
  /// Also told when it failed both times, of different causes.
  case status(from: Tab.Status, to: Tab.Status)
  case temporaryZoom(from: ZoomLevel, to: ZoomLevel)
}
