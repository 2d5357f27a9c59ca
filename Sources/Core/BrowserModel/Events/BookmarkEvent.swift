/// What happened to a bookmark, a folder or a separator (B1).
public enum BookmarkEvent: Equatable, Sendable, BitwiseCopyable {
  /// A bookmark was added; the event is its id.
  case added(BookmarkAdded)
  /// Texts of a bookmark changed.
  case edited(BookmarkEdited)
  /// A bookmark was moved, within its folder or to another one.
  case moved(BookmarkMoved)
  /// A bookmark was removed, a folder with all its members.
  case removed(BookmarkRemoved)
  /// A bookmark was made what it was at an earlier moment, at the place where it was.
  case restored(BookmarkRestored)
}
