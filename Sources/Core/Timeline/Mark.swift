public import BrowserModel

/// What an event said about a mark: that a name stands for a moment, or no longer stands for one. The
/// name stands in the log, as ``TextField/name`` of the event; the newest that says it counts.
public struct Mark: Equatable, Sendable {
  public let event: EventID
  /// The newest event of the log at that moment; nothing: the name stands for none any more.
  public let moment: EventID
  /// The branch on which it was set.
  public let branch: EventID
}
