public import BrowserModel

/// A bookmark, a folder or a separator of another program.
public struct PortableBookmark: Equatable, Sendable {
  public var kind: Bookmark.Kind
  public var title: String
  /// Empty but for a bookmark.
  public var url: String
  public var tags: [String]
  public var keyword: String
  /// What a person says about it, of any number of lines.
  public var note: String
  /// When it was added, in milliseconds since 1970 UTC, or 0.
  public var milliseconds: Int64

  public init(
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
