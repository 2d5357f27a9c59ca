/// Facts about bookmarks.
public enum BookmarkEvent: Equatable, Sendable, BitwiseCopyable {
  case added(BookmarkAdded)
  case edited(BookmarkEdited)
  case moved(BookmarkMoved)
  /// It is gone, and with a folder all that was in it.
  case removed(BookmarkRemoved)
  /// A bookmark is what it was at an earlier moment, and stands where it stood.
  case restored(BookmarkRestored)
}

public struct BookmarkAdded: Equatable, Sendable, BitwiseCopyable {
  /// The folder; nothing at the top.
  public var parent: EventID = .nothing
  public var index: Int32 = 0
  public var kind: Bookmark.Kind = .bookmark
  public var title: Text = .absent
  public var url: Text = .absent
  /// Separated by line feeds.
  public var tags: Text = .absent
  public var keyword: Text = .absent
  public var note: Text = .absent
  public init() {}
}

/// Some fields changed; absent ones stayed. An empty text takes tags, keyword or note away.
public struct BookmarkEdited: Equatable, Sendable, BitwiseCopyable {
  public var bookmark: EventID = .nothing
  public var title: Text = .absent
  public var url: Text = .absent
  public var tags: Text = .absent
  public var keyword: Text = .absent
  public var note: Text = .absent
  public init() {}
}

public struct BookmarkMoved: Equatable, Sendable, BitwiseCopyable {
  public var bookmark: EventID = .nothing
  public var parent: EventID = .nothing
  /// Its position afterwards.
  public var index: Int32 = 0
  public init() {}
}

public struct BookmarkRemoved: Equatable, Sendable, BitwiseCopyable {
  public var bookmark: EventID = .nothing
  /// Where it stood.
  public var index: Int32 = 0
  public init() {}
}

/// One that was gone came back, a folder without what it held; one that is there keeps what it holds.
public struct BookmarkRestored: Equatable, Sendable, BitwiseCopyable {
  public var bookmark: EventID = .nothing
  /// The folder; nothing at the top.
  public var parent: EventID = .nothing
  /// Its position afterwards.
  public var index: Int32 = 0
  public var kind: Bookmark.Kind = .bookmark
  /// The events that said its title, URL, tags, keyword and note, or nothing.
  public var title: EventID = .nothing
  public var url: EventID = .nothing
  public var tags: EventID = .nothing
  public var keyword: EventID = .nothing
  public var note: EventID = .nothing
  public init() {}
}
