internal import BrowserModel

/// What is known of a page at a moment of the log: all of it, from the first event on.
struct PageRecord: Equatable {
  var frecency = Frecency.none
  var visitCount: UInt32 = 0
  /// The newest event that visited it, which says its URL.
  var newest = EventID.nothing
  /// The newest event that gave it a title.
  var title = EventID.nothing

  /// The same as it counts at a moment, in milliseconds since 1970.
  func limited(now: Int64) -> PageRecord {
    var record = self
    record.frecency = frecency.limited(visitCount: visitCount, now: now)
    return record
  }
}
