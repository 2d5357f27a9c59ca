internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// Visited pages that contain some words, the best first.
public struct FoundPages: Sendable {
  /// The pages by frecency, the best first. There are at least as many as requested, if enough
  /// pages match. If the pages were counted, the array contains all of them.
  public var pages: [Page] = []
  /// The number of pages that contain the words, or that may contain the words if ``isCounted`` is
  /// false.
  public var total = 0
  /// Whether every page that may contain the words was checked.
  public var isCounted = true
}
