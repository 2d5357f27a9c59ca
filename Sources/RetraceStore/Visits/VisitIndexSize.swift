internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog
internal import RetraceTimeline

/// How much space the index of visited pages takes.
public struct VisitIndexSize: Equatable, Sendable {
  /// The number of runs a search reads.
  public var runCount = 0
  /// The rows of all runs together; a page may have one in several.
  public var rowCount = 0
  /// The bytes of all runs together.
  public var byteCount = 0
}
