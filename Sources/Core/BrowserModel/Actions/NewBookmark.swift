/// What ``Action/addBookmark(_:)`` adds: a bookmark, a folder or a separator.
///
/// ```swift
/// let bookmark = NewBookmark(
///   .bookmark, title: "Swift", url: "https://swift.org/", tags: ["language"],
///   newFolders: ["Programming"])
/// let draft = try state.decide(.addBookmark(bookmark), next: log.next, text: log)
/// ```
public struct NewBookmark: Equatable, Sendable {
  /// Whether it is a bookmark, a folder or a separator.
  public var kind: Bookmark.Kind
  /// The title; a folder needs one, nil and empty are not the same in the log.
  public var title: String?
  /// The URL, in the WHATWG serialisation; a bookmark needs one, of any scheme (B3).
  public var url: String?
  /// The tags, of one line each. Empty ones are left out.
  public var tags: [String]
  /// A keyword that leads to the bookmark (B2).
  public var keyword: String?
  /// A note of any number of lines.
  public var note: String?
  /// The folder to add it to; ``EventID/nothing`` is the top level.
  public var folder: BookmarkID
  /// Titles of folders to create first, the first in `folder`, each other one inside the one before
  /// it. The bookmark goes into the last.
  public var newFolders: [String]
  /// The index in its folder, from 0, clamped to the folder's length; nil is the end.
  public var index: Int?

  /// Creates it from its parts; only the kind is needed.
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
