public import BrowserModel
internal import EventCoding
import RetraceEventLog
public import RetraceTimeline

/// A query for visited pages.
///
/// ```swift
/// let urls = try store.pages(PageQuery("exam", limit: 10)).map(\.url)
/// ```
///
/// By default, a query requests the best 50 pages of the durable log.
public struct PageQuery {
  /// The text with which addresses must begin, as in ``AddressMatch``. Empty text matches every
  /// page.
  public var typed = ""
  /// The maximum number of pages, not counting the pages in ``urls``.
  public var limit = 50
  /// Whether to search only the pages of private windows.
  public var isPrivate = false
  /// Additional addresses to return, even if they do not match or were never visited, such as the
  /// addresses of open tabs and bookmarks. These addresses are ranked among the other addresses.
  public var urls: [String] = []
  /// The newest event to consider for a past moment, or nil for the newest event of the log. Past
  /// moments have no index.
  public var last: EventID?
  /// The branch whose visits are considered, together with the visits of other devices. Nil means
  /// the branch of the store. Only the main branch has an index.
  public var lineage: Lineage?
  /// The maximum number of unindexed events to read. Older visits are then not found. By default,
  /// all events are indexed first.
  public var unindexedLimit = Int.max

  /// Creates a query for the pages whose addresses begin with a text.
  public init(_ typed: String = "", limit: Int = 50) {
    self.typed = typed
    self.limit = limit
  }
}
