public import BrowserModel

/// What is to be forgotten. It is about the durable log, all branches of it.
public enum ForgettingScope: Hashable, Sendable {
  /// A page by its URL, in the URL standard's serialised form; fragments make no difference.
  case url(String)
  /// A URL and all below it, piece by piece of the path, whatever their queries and fragments are.
  case under(String)
  /// A host as it stands in URLs, and all hosts below it.
  case site(String)
  /// Everything that was written behind one event and up to another.
  case between(EventID, EventID)
  /// Every page that was shown in a tab.
  case tab(EventID)
  case everything
}

/// A forgetting as somebody asks for it.
public struct ForgettingRequest: Sendable {
  public var scope: ForgettingScope
  /// Whether the site's name goes where others mention it: in titles, tags, keywords, folders, and the
  /// names of marks and branches.
  public var takesMentions = false

  public init(_ scope: ForgettingScope, takesMentions: Bool = false) {
    self.scope = scope
    self.takesMentions = takesMentions
  }
}

/// How much a forgetting takes.
public struct ForgettingCounts: Hashable, Sendable {
  /// Events that lose words.
  public var events = 0
  /// Visits of pages among them.
  public var pages = 0
  /// Bookmarks and folders that go.
  public var bookmarks = 0
  /// Sites that lose their zoom.
  public var sites = 0
  /// Events that only a newer version knows, whose whole content goes.
  public var unknown = 0
  /// Damaged records of which nothing is left.
  public var damaged = 0

  public init() {}
}

/// Words of the log that a forgetting is about.
public struct ForgettingItem: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// A page's URL.
    case page
    case bookmark
    /// A host with a zoom of its own.
    case zoom
    case title
    /// What was typed or searched for.
    case typed
    /// The title of a group.
    case group
    /// The title of a bookmark, a tag, a keyword, or a folder.
    case folder, tag, keyword, note
    case setting
    case mark, branch
    /// Another page's URL, which has the address inside and loses it.
    case address
  }

  public let kind: Kind
  public let text: String

  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

/// What a forgetting would take.
public struct ForgettingPreview: Sendable {
  public var counts: ForgettingCounts
  /// What goes and in how many events it stands, in the order in which it was first written; empty
  /// where nobody asked for it.
  public var items: [(item: ForgettingItem, count: Int)]
  /// Where the site's name remains, in the same way.
  public var mentions: [(item: ForgettingItem, count: Int)]
  /// Which of the lines that were given are about it.
  public var lines: Set<Int>
}

/// What a forgetting did.
public struct Forgetting: Sendable {
  public var counts: ForgettingCounts
  /// What it wrote; nothing when there was nothing to forget.
  public var performed: Commit
  /// The directories of the former log that could not be removed, so that what was forgotten still
  /// stands there.
  public var leftovers: [String] = []
}
