package import BrowserModel

/// A bookmark, a folder or a separator of another program.
package struct PortableBookmark: Equatable, Sendable {
  package var kind: Bookmark.Kind
  package var title: String
  /// The address of a bookmark. Folders and separators have an empty address.
  package var url: String
  package var tags: [String]
  package var keyword: String
  /// The user's note, which may have several lines.
  package var note: String
  /// The time at which the item was added, in milliseconds since 1970 UTC, or 0 if unknown.
  package var milliseconds: Int64

  package init(
    _ kind: Bookmark.Kind = .bookmark, title: String = "", url: String = "", tags: [String] = [],
    keyword: String = "", note: String = "", milliseconds: Int64 = 0
  ) {
    self.kind = kind
    self.title = title
    self.url = url
    self.tags = tags
    self.keyword = keyword
    self.note = note
    self.milliseconds = milliseconds
  }
}
