/// A difference in a bookmark, folder or separator between two states.
public enum BookmarkChange: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark is only in the second state. The members of a folder follow as separate changes.
  /// Nothing else is reported about the bookmark.
  case added(Place)
  /// The bookmark is only in the first state.
  case removed(Place)
  /// The bookmark is at another place. The number of moves within a folder is minimal.
  case moved(from: Place, to: Place)
  /// The title was set by another event.
  case title(from: EventID, to: EventID)
  /// The URL was set by another event.
  case url(from: EventID, to: EventID)
  /// The tags were set by another event.
  case tags(from: EventID, to: EventID)
  /// The keyword was set by another event.
  case keyword(from: EventID, to: EventID)
  /// The note was set by another event.
  case note(from: EventID, to: EventID)
}
