public import BrowserModel
import EventCoding

/// A log from which events can be read in order.
///
/// ``MemoryEvents`` is one in memory; the module `EventLog` has one on disk.
public protocol EventSource: TextSource, ~Copyable {
  /// What is thrown when the log cannot be read; `Never` for a log in memory.
  associatedtype Failure: Error

  /// Returns the newest event, or `EventID.nothing` if the log is empty.
  func newestEvent() throws(Failure) -> EventID

  /// Visits events in order. A range that the log does not have, or only in part, is not an error.
  ///
  /// - Parameters:
  ///   - first: The oldest event to visit, also if the visit goes backwards.
  ///   - last: The newest event to visit.
  ///   - backwards: Whether to begin with the newest.
  ///   - damaged: Gets the id of each record that cannot be read; the visit continues after it.
  ///   - body: Gets each event and its words, both only lent, and returns whether to continue.
  /// - Throws: A failure of the log as a whole.
  /// - Complexity: O(events visited)
  func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) throws(Failure)

  /// Reports that a checkpoint is damaged. The source must not return it again.
  func reject(_ place: CheckpointPlace)

  /// Passes the newest checkpoint of a lineage at a moment, or before it, to `body`.
  ///
  /// - Parameters:
  ///   - place: The part and the branch to look for, and the latest moment.
  ///   - body: Gets the moment of the checkpoint, and its frame, which is valid until
  ///     `body` returns.
  /// - Returns: What `body` returns, or nil if there is no checkpoint.
  /// - Throws: A failure of the log as a whole.
  func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws(Failure) -> Value?
}
