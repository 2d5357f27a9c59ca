public import BrowserModel

/// A log that events can be read from, in order.
public protocol EventSource: TextSource, ~Copyable {
  /// What can go wrong with the log as a whole.
  associatedtype Failure: Error

  /// The newest event; nothing in an empty log.
  func newestEvent() throws(Failure) -> EventID

  /// Visits events in order.
  ///
  /// - Parameters:
  ///   - first: The first event to visit, counted in the direction of the log.
  ///   - last: The last one.
  ///   - backwards: Whether to begin with the last.
  ///   - damaged: Gets the sequence of a record that cannot be read; the visit goes on behind it.
  ///   - body: Gets each event, and says whether to go on.
  func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event) -> Bool
  ) throws(Failure)

  /// Says that a checkpoint is damaged: nobody will be lent it again.
  func reject(_ place: CheckpointPlace)

  /// Lends the newest checkpoint of a lineage at a moment or before it.
  ///
  /// - Parameters:
  ///   - place: What to look for, and up to which moment.
  ///   - body: Gets the checkpoint's moment and its frame, which is valid until it returns.
  /// - Returns: What `body` returns; nil where there is none.
  func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws(Failure) -> Value?
}
