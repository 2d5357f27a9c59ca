public import BrowserModel
internal import EventCoding
import RetraceEventLog
import RetraceTimeline

/// A visited page, summarised over all its visits.
public struct Page: Equatable, Sendable {
  /// The address, in the URL standard's serialised form.
  public let url: String
  /// The newest reported title, or empty if no title was reported.
  public let title: String
  /// The number of visits in the log. If a page was never visited and is included only because the
  /// query names its address, the number is 0.
  public let visitCount: Int
  /// The newest event that visited the page, or `.nothing` if the page was never visited.
  public let newestVisit: EventID
  /// The frequency and recency of the visits, as one number.
  public let frecency: Frecency
}

extension Page {
  /// Creates a page from the data of the index.
  init(_ key: PageKey, _ record: PageRecord, _ title: (EventID) -> String?) {
    url = key.url
    self.title = record.title.exists ? title(record.title) ?? "" : ""
    visitCount = Int(record.visitCount)
    newestVisit = record.newest
    frecency = record.frecency
  }
}
