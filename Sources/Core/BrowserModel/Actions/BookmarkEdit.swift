/// The changes that ``Action/editBookmark(_:_:)`` makes to a bookmark. Nil leaves a field
/// unchanged. An empty text or list clears the field. The URL of a bookmark cannot be cleared.
public struct BookmarkEdit: Equatable, Sendable {
  /// The new title.
  public var title: String?
  /// The new URL. Only bookmarks have a URL.
  public var url: String?
  /// The new tags, which replace all previous tags.
  public var tags: [String]?
  /// The new keyword. If another bookmark has the keyword, it is removed from that bookmark (B3).
  public var keyword: String?
  /// The new note.
  public var note: String?

  /// Creates an edit of some fields. An edit that changes no field is refused.
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

  /// Whether the edit changes nothing.
  var isEmpty: Bool {
    title == nil && url == nil && tags == nil && keyword == nil && note == nil
  }
}
