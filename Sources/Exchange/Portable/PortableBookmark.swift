package import BrowserModel

/// A bookmark, a folder or a separator of another program.
package struct PortableBookmark: Equatable, Sendable {
  package var kind: Bookmark.Kind
  package var title: String
  /// Empty except for a bookmark.
  package var url: String
  package var tags: [String]
  package var keyword: String
  /// What the user says about it, of any number of lines.
  package var note: String
  /// When it was added, in milliseconds since 1970 UTC, or 0.
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
