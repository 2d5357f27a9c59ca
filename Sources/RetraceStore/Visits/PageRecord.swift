internal import BrowserModel
internal import EventCoding

/// The data of a page at a moment, based on all events from the first.
struct PageRecord: Equatable {
  var frecency = Frecency.none
  var visitCount: UInt32 = 0
  /// The newest event that visited the page, whose text contains the page's URL.
  var newest = EventID.nothing
  /// The newest event that set the title, or `.nothing` if the page has no title.
  var title = EventID.nothing

  /// Returns the record with its frecency limited to a moment, in milliseconds since 1970 UTC.
  func limited(now: Int64) -> PageRecord {
    var record = self
    record.frecency = frecency.limited(visitCount: visitCount, now: now)
    return record
  }
}
