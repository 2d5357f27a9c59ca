/// A difference of a bookmark, folder or separator between two states.
public enum BookmarkChange: Equatable, Sendable, BitwiseCopyable {
  /// It is only in the second state. Its members follow as separate changes. Nothing else is
  /// reported about it.
  case added(Place)
  /// It is only in the first state.
  case removed(Place)
  /// It is at another place. The number of moves within a folder is minimal.
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
