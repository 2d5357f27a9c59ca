/// What differs about a bookmark, a folder or a separator between two states.
public enum BookmarkChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second tree alone; nothing else is told of it but what it holds, one by one.
  case added(Place)
  /// It was in the first tree alone.
  case removed(Place)
  /// It stands elsewhere; within a folder the moves are as few as can be.
  case moved(from: Place, to: Place)
  case title(from: Sequence, to: Sequence)
  case url(from: Sequence, to: Sequence)
  case tags(from: Sequence, to: Sequence)
  case keyword(from: Sequence, to: Sequence)
  case note(from: Sequence, to: Sequence)
}
