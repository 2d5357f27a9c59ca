/// What differs about a bookmark, a folder or a separator between two states.
public enum BookmarkChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second tree alone; nothing else is told of it but what it holds, one by one.
  case added(Place)
  /// It was in the first tree alone.
  case removed(Place)
  /// It stands elsewhere; within a folder the moves are as few as can be.
  case moved(from: Place, to: Place)
  case title(from: EventID, to: EventID)
  case url(from: EventID, to: EventID)
  case tags(from: EventID, to: EventID)
  case keyword(from: EventID, to: EventID)
  case note(from: EventID, to: EventID)
}
