public import BrowserModel

/// One thing that another program knows, as a reader of its format gives it: the same for all formats.
///
/// Bookmarks come flat, in order, so that no depth of folders needs a stack of calls.
public enum PortableItem: Equatable, Sendable {
  case bookmark(PortableBookmark)
  /// What follows, up to the matching ``folderEnded``, is in this folder.
  case folderBegan(PortableBookmark)
  case folderEnded
  case visit(PortableVisit)
  /// The zoom of a host, in hundredths of a percent.
  case zoom(host: String, hundredths: Int)
  /// Windows with their tabs, and what was closed.
  case session(PortableSession)
  /// Something that cannot be read or kept, in a sentence; the rest goes on.
  case problem(String)
  /// So many things of a kind that nothing here has a place for.
  case leftOut(LeftOut, Int)
  /// So many things will come, more or less.
  case announced(Int)
}

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

/// A visit of a page.
public struct PortableVisit: Equatable, Sendable {
  public var url: String
  public var title: String
  public var transition: Transition
  /// In milliseconds since 1970 UTC.
  public var milliseconds: Int64

  public init(
    _ url: String, title: String = "", transition: Transition = .link, milliseconds: Int64
  ) {
    self.url = url
    self.title = title
    self.transition = transition
    self.milliseconds = milliseconds
  }
}
