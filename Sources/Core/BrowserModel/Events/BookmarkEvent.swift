/// An event about a bookmark, a folder or a separator (B1).
public enum BookmarkEvent: Equatable, Sendable, BitwiseCopyable {
  /// A bookmark was added. The event is the id of the bookmark.
  case added(BookmarkAdded)
  /// Text fields of a bookmark changed.
  case edited(BookmarkEdited)
  /// A bookmark was moved within its folder or to another folder.
  case moved(BookmarkMoved)
  /// A bookmark was removed. A folder was removed with all its members.
  case removed(BookmarkRemoved)
  /// A bookmark was restored to an earlier moment, including its place.
  case restored(BookmarkRestored)
}
