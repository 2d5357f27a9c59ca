/// A bookmark, a folder or a separator for ``Action/addBookmark(_:)`` to add.
///
/// ```swift
/// let bookmark = NewBookmark(
///   .bookmark, title: "Swift", url: "https://swift.org/", tags: ["language"],
///   newFolders: ["Programming"])
/// let draft = try state.decide(.addBookmark(bookmark), next: log.next, text: log)
/// ```
public struct NewBookmark: Equatable, Sendable {
  /// The kind to add: a bookmark, a folder or a separator.
  public var kind: Bookmark.Kind
  /// The title. Folders require a title. The log distinguishes nil and an empty title.
  public var title: String?
  /// The URL, in the WHATWG serialisation. Bookmarks require a URL, which may have any scheme (B3).
  public var url: String?
  /// The tags, each a single line. Empty tags are ignored.
  public var tags: [String]
  /// A keyword that the user can type to open the bookmark (B2).
  public var keyword: String?
  /// A note, which may have several lines.
  public var note: String?
  /// The folder that the bookmark is added to. ``EventID/nothing`` is the top level.
  public var folder: BookmarkID
  /// Titles of folders to create first. The first folder is created in `folder`, and each other
  /// folder inside the previous one. The bookmark is added to the last folder.
  public var newFolders: [String]
  /// The index in the folder, from 0, clamped to the number of members. Nil is the end.
  public var index: Int?

  /// Creates a bookmark, folder or separator. Only the kind is required.
  public init(
    _ kind: Bookmark.Kind, title: String? = nil, url: String? = nil, tags: [String] = [],
    keyword: String? = nil, note: String? = nil, folder: BookmarkID = .nothing,
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
