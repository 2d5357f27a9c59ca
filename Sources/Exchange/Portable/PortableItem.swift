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

/// A kind of thing that another program keeps, and that an import has no place for.
public enum LeftOut: String, CaseIterable, Sendable {
  case containers, hidden, pageStates, scroll, typed, extensionData, icons, splitViews
  case windowTitles, windowTypes, groups, openers, otherFields
  case frames, redirects, downloads

  /// What one is called.
  public var one: String {
    switch self {
    case .containers: "container of a tab"
    case .hidden: "mark of a hidden tab"
    case .pageStates: "page's own state"
    case .scroll: "scroll position"
    case .typed: "typed text"
    case .extensionData: "note of an extension"
    case .icons: "icon"
    case .splitViews: "split view"
    case .windowTitles: "name of a window"
    case .windowTypes: "kind of a window"
    case .groups: "group that was closed"
    case .openers: "link to the tab that opened another"
    case .otherFields: "field that is not known"
    case .frames: "page in a frame"
    case .redirects: "redirect"
    case .downloads: "download"
    }
  }

  /// What several are called.
  public var many: String {
    switch self {
    case .containers: "containers of tabs"
    case .hidden: "marks of hidden tabs"
    case .pageStates: "pages' own states"
    case .scroll: "scroll positions"
    case .typed: "typed texts"
    case .extensionData: "notes of extensions"
    case .icons: "icons"
    case .splitViews: "split views"
    case .windowTitles: "names of windows"
    case .windowTypes: "kinds of windows"
    case .groups: "groups that were closed"
    case .openers: "links to tabs that opened others"
    case .otherFields: "fields that are not known"
    case .frames: "pages in frames"
    case .redirects: "redirects"
    case .downloads: "downloads"
    }
  }
}
