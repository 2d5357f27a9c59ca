internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog

/// Visited pages that have some words, the best first.
public struct FoundPages: Sendable {
  /// The pages by frecency, the best first: at least as many as were asked for, where there are so many;
  /// all of them where they were counted.
  public var pages: [Page] = []
  /// The number of pages that have the words; where ``isCounted`` is false, how many may have them.
  public var total = 0
  /// Whether every page that may have the words was looked at.
  public var isCounted = true
}
