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

/// A bookmark was added. Nothing happens if its folder is gone.
public struct BookmarkAdded: Equatable, Sendable, BitwiseCopyable {
  /// The folder; ``EventID/nothing`` is the top level.
  public var parent: BookmarkID = .nothing
  /// Its index in the folder, from 0; clamped by the fold.
  public var index: Int32 = 0
  /// Whether it is a bookmark, a folder or a separator.
  public var kind: Bookmark.Kind = .bookmark
  /// Its title, absent if it has none.
  public var title: Text = .absent
  /// Its URL; absent in a folder or separator.
  public var url: Text = .absent
  /// Its tags, separated by line feeds.
  public var tags: Text = .absent
  /// Its keyword (B2).
  public var keyword: Text = .absent
  /// Its note.
  public var note: Text = .absent
  public init() {}
}

/// Some texts of a bookmark changed. An absent text stays as it was; an empty one clears
/// the field.
public struct BookmarkEdited: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark whose texts changed.
  public var bookmark: BookmarkID = .nothing
  /// The new title.
  public var title: Text = .absent
  /// The new URL.
  public var url: Text = .absent
  /// The new tags, separated by line feeds.
  public var tags: Text = .absent
  /// The new keyword.
  public var keyword: Text = .absent
  /// The new note.
  public var note: Text = .absent
  public init() {}
}

/// A bookmark was moved. Nothing happens if a folder would be inside itself.
public struct BookmarkMoved: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark that was moved.
  public var bookmark: BookmarkID = .nothing
  /// The folder that it is in afterwards; ``EventID/nothing`` is the top level.
  public var parent: BookmarkID = .nothing
  /// Its index afterwards, from 0.
  public var index: Int32 = 0
  public init() {}
}

/// A bookmark was removed, a folder with all its members.
public struct BookmarkRemoved: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark that was removed.
  public var bookmark: BookmarkID = .nothing
  /// Its index before, from 0: a hint that saves the fold a search.
  public var index: Int32 = 0
  public init() {}
}

/// A bookmark was made what it was at an earlier moment.
///
/// One that was removed exists again; a folder is empty then, and its members follow as
/// events of their own. One that exists keeps its members.
public struct BookmarkRestored: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark that was restored.
  public var bookmark: BookmarkID = .nothing
  /// The folder that it is in afterwards; ``EventID/nothing`` is the top level.
  public var parent: BookmarkID = .nothing
  /// Its index afterwards, from 0.
  public var index: Int32 = 0
  /// Whether it is a bookmark, a folder or a separator.
  public var kind: Bookmark.Kind = .bookmark
  /// The event that had set its title, or ``EventID/nothing``; so for the other texts.
  public var title: EventID = .nothing
  /// The event that had set its URL.
  public var url: EventID = .nothing
  /// The event that had set its tags.
  public var tags: EventID = .nothing
  /// The event that had set its keyword.
  public var keyword: EventID = .nothing
  /// The event that had set its note.
  public var note: EventID = .nothing
  public init() {}
}
