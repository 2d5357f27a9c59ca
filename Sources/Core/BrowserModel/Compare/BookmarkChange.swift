/// How a bookmark, a folder or a separator differs between two states.
public enum BookmarkChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second state only. Its members follow as changes of their own; nothing
  /// else is reported about it.
  case added(Place)
  /// It is in the first state only.
  case removed(Place)
  /// It is at another place; within a folder the moves are as few as possible.
  case moved(from: Place, to: Place)
  /// Its title was set by another event.
  case title(from: EventID, to: EventID)
  /// Its URL was set by another event.
  case url(from: EventID, to: EventID)
  /// Its tags were set by another event.
  case tags(from: EventID, to: EventID)
  /// Its keyword was set by another event.
  case keyword(from: EventID, to: EventID)
  /// Its note was set by another event.
  case note(from: EventID, to: EventID)
}
