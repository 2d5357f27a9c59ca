internal import BrowserModel
internal import EventCoding

/// What is known of a page at a moment, from the first event of the log on.
struct PageRecord: Equatable {
  var frecency = Frecency.none
  var visitCount: UInt32 = 0
  /// The newest event that visited it, whose text is its URL.
  var newest = EventID.nothing
  /// The newest event that gave it a title; `.nothing` when none did.
  var title = EventID.nothing

  /// Returns the record as it counts at a moment, in milliseconds since 1970 UTC.
  func limited(now: Int64) -> PageRecord {
    var record = self
    record.frecency = frecency.limited(visitCount: visitCount, now: now)
    return record
  }
}
