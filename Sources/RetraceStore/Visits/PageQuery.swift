public import BrowserModel
internal import EventCoding
import RetraceEventLog
public import RetraceTimeline

/// Which visited pages are asked for, and how many.
///
/// ```swift
/// var query = PageQuery()
/// query.typed = "exam"
/// query.limit = 10
/// let urls = try store.pages(query).map(\.url)
/// ```
///
/// A query as it is made asks for the best 50 pages of the durable log.
public struct PageQuery {
  /// What the addresses continue from, as in ``AddressMatch``; empty for every page.
  public var typed = ""
  /// The most pages that are returned, not counting those in ``urls``.
  public var limit = 50
  /// Whether the pages of private windows are meant, and no others.
  public var isPrivate = false
  /// Addresses that are returned besides, whether they match or not, and even if they were never
  /// visited: those of open tabs and bookmarks, which are ranked among the others.
  public var urls: [String] = []
  /// The newest event that counts, for a moment of the past, where no index helps, or nil for the
  /// newest of the log.
  public var last: EventID?
  /// The branch whose visits count, with those of other devices, or nil for that of the store. Only
  /// the main branch has an index.
  public var lineage: Lineage?
  /// The most events that are read for which there is no index yet: an older visit is then not
  /// found. By default all of them are indexed first.
  public var unindexedLimit = Int.max

  /// Makes a query for the best pages of the durable log.
  public init() {}
}
