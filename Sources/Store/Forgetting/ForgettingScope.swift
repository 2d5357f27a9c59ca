public import BrowserModel

/// What is to be forgotten of the durable log, on all of its branches.
public enum ForgettingScope: Hashable, Sendable {
  /// A page by its URL, in the URL standard's serialised form. Fragments are ignored.
  case url(String)
  /// A URL and all below it, path segment by path segment, with any query and fragment.
  case under(String)
  /// A host, as it is written in URLs, and all of its subdomains.
  case site(String)
  /// Everything that was written after the first event, up to and including the second.
  case between(EventID, EventID)
  /// Every page that was shown in a tab.
  case tab(TabID)
  /// What devices wrote: of each, by its number and 0 for this one, some events by the numbers of its own
  /// log.
  case written([UInt32: RangeSet<EventID>])
  /// All words of the log.
  case everything
}

/// A scope, and how far a forgetting goes.
///
/// ```swift
/// let request = ForgettingRequest(.site("example.org"))
/// let preview = try store.previewOfForgetting(request, listing: true)
/// let texts = preview.items.map(\.item.text)  // ["https://www.example.org/news"]
/// let forgetting = try store.forget(request)
/// ```
public struct ForgettingRequest: Sendable {
  /// What is to be forgotten.
  public var scope: ForgettingScope
  /// Whether the site's name goes, too, where others mention it: in titles, tags, keywords,
  /// folders, and the names of marks and branches. If not, mentions are only listed.
  public var takesMentions = false
  /// Newer events than this stay, by the number of the device that wrote them, 0 for this one.
  public var newest: [UInt32: EventID] = [:]

  /// Makes a request.
  public init(_ scope: ForgettingScope, takesMentions: Bool = false) {
    self.scope = scope
    self.takesMentions = takesMentions
  }
}

/// How much a forgetting takes.
public struct ForgettingCounts: Hashable, Sendable {
  /// Events that lose words.
  public var events = 0
  /// How many of these are visits of pages.
  public var pages = 0
  /// Bookmarks and folders that are removed.
  public var bookmarks = 0
  /// Sites whose zoom is removed.
  public var sites = 0
  /// Settings that go back to their defaults, such as the home page.
  public var settings = 0
  /// How many strings of each kind go, in whole or in part.
  public var strings: [ForgettingItem.Kind: Int] = [:]
  /// Events of a newer version, which lose their whole content.
  public var unknown = 0
  /// Damaged records, which lose everything.
  public var damaged = 0

  /// Makes counts of zero.
  public init() {}
}

/// A text of the log that a forgetting takes, in whole or in part.
public struct ForgettingItem: Hashable, Sendable {
  /// What a text is.
  public enum Kind: String, CaseIterable, Sendable {
    /// The URL of a page.
    case page
    /// The URL of a bookmark.
    case bookmark
    /// A host with a zoom of its own.
    case zoom
    /// The title of a page or a bookmark.
    case title
    /// What was typed or searched for.
    case typed
    /// The name of a window.
    case window
    /// The title of a tab group.
    case group
    /// The title of a folder; a tag, keyword or note of a bookmark.
    case folder, tag, keyword, note
    /// The value of a setting, as of the home page.
    case setting
    /// The name of a mark or of a branch.
    case mark, branch
    /// The name of an action.
    case action
    /// The URL of another page that carries a forgotten address in it and loses that part.
    case address
  }

  /// What the text is.
  public let kind: Kind
  /// The text as it is in the log.
  public let text: String

  /// Makes an item.
  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

/// What a forgetting would take.
public struct ForgettingPreview: Sendable {
  /// How much it would take.
  public var counts: ForgettingCounts
  /// What would go, and in how many events it is, in the order in which it was first written;
  /// empty unless it was asked for.
  public var items: [(item: ForgettingItem, count: Int)]
  /// What would stay and mentions the site, in the same form.
  public var mentions: [(item: ForgettingItem, count: Int)]
  /// Traces of the forgotten pages that would stay, in the same form: bookmarks of these pages, the
  /// zoom of their sites, and visits of these pages that the request does not cover.
  public var remaining: [(item: ForgettingItem, count: Int)]
  /// What would become of tabs that lose the page they show.
  public var tabs: TabsAfterForgetting
  /// The indexes of the given lines that are about it.
  public var lines: Set<Int>
}

/// What a forgetting did.
public struct Forgetting: Sendable {
  /// How much it took.
  public var counts: ForgettingCounts
  /// What became of tabs that lost the page they showed.
  public var tabs = TabsAfterForgetting()
  /// The batch that it wrote; without events when there was nothing to forget.
  public var performed: Commit
  /// The directories of the former log that could not be removed, so that what was forgotten is
  /// still on the disk.
  public var leftovers: [String] = []
}
