public import BrowserModel

/// Another lineage of events, which left its parent at a moment. Its name stands in the log, as
/// ``TextField/name`` of the event that is its id.
public struct Branch: Equatable, Sendable {
  /// The event that made it.
  public let id: EventID
  /// The branch that it left; nothing: the main lineage.
  public let parent: EventID
  /// The newest event of the log at the moment at which it begins; nothing: it begins empty.
  public let from: EventID
  /// Whether it is no longer wanted in lists.
  public internal(set) var isHidden = false
}
