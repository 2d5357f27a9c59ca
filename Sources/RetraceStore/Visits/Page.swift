public import BrowserModel
internal import EventCoding
import RetraceEventLog
import RetraceTimeline

/// A page that was visited, over all its visits.
public struct Page: Equatable, Sendable {
  /// The address, in the URL standard's serialised form.
  public let url: String
  /// The newest title that was reported; empty when none was.
  public let title: String
  /// The number of visits the log has; 0 for a page that was only asked about.
  public let visitCount: Int
  /// The newest event that visited it; `.nothing` when none did.
  public let newestVisit: EventID
  /// How often and how recently it was visited, as one number.
  public let frecency: Frecency
}

extension Page {
  /// Makes a page from what the index knows of it.
  init(_ key: PageKey, _ record: PageRecord, _ title: (EventID) -> String?) {
    url = key.url
    self.title = record.title.exists ? title(record.title) ?? "" : ""
    visitCount = Int(record.visitCount)
    newestVisit = record.newest
    frecency = record.frecency
  }
}
