/// What ``Action/editBookmark(_:_:)`` changes about a bookmark. Nil leaves a field as it
/// is; an empty text or list clears it, except the URL of a bookmark.
public struct BookmarkEdit: Equatable, Sendable {
  /// The new title.
  public var title: String?
  /// The new URL, of a bookmark only.
  public var url: String?
  /// The new tags, which replace all former ones.
  public var tags: [String]?
  /// The new keyword, which is taken away from the bookmark that had it (B3).
  public var keyword: String?
  /// The new note.
  public var note: String?

  /// Creates an edit of some fields. One of none is refused.
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
