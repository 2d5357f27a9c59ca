internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// Visited pages that contain some words, the best first.
public struct FoundPages: Sendable {
  /// The pages by frecency, the best first: at least the requested number, if there are enough, or
  /// all of them if they were counted.
  public var pages: [Page] = []
  /// The number of pages that contain the words, or that may contain them if ``isCounted`` is
  /// false.
  public var total = 0
  /// Whether every page that may contain the words was checked.
  public var isCounted = true
}
