internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog
internal import RetraceTimeline

/// The size of the index of visited pages.
public struct VisitIndexSize: Equatable, Sendable {
  /// The number of runs that a search reads.
  public var runCount = 0
  /// The total number of rows in all runs. A page may have a row in several runs.
  public var rowCount = 0
  /// The total size of all runs in bytes.
  public var byteCount = 0
}
