/// The action for a bookmark, a folder or a separator.
public struct NewBookmark: Equatable, Sendable {
  public var kind: Bookmark.Kind
  public var title: String?
  public var url: String?
  public var tags: [String]
  public var keyword: String?
  public var note: String?
  /// The folder; nothing: the top.
  public var folder: EventID
  /// Folders to make first, each inside the one before it, the first inside `folder`; the bookmark
  /// goes into the last.
  public var newFolders: [String]
  /// Nil: the end.
  public var index: Int?

  public init(
    _ kind: Bookmark.Kind, title: String? = nil, url: String? = nil, tags: [String] = [],
    keyword: String? = nil, note: String? = nil, folder: EventID = .nothing,
    newFolders: [String] = [], index: Int? = nil
  ) {
    self.kind = kind
    self.title = title
    self.url = url
    self.tags = tags
    self.keyword = keyword
    self.note = note
    self.folder = folder
    self.newFolders = newFolders
    self.index = index
  }
}

/// What is to change about a bookmark; nil leaves it, an empty text or list takes it away.
public struct BookmarkEdit: Equatable, Sendable {
  public var title: String?
  public var url: String?
  public var tags: [String]?
  public var keyword: String?
  public var note: String?

  public init(
    title: String? = nil, url: String? = nil, tags: [String]? = nil, keyword: String? = nil,
    note: String? = nil
  ) {
    self.title = title
    self.url = url
    self.tags = tags
    self.keyword = keyword
    self.note = note
  }
}
