public import BrowserModel
import EventCoding

/// A log from which events can be read in order.
///
/// ``MemoryEvents`` is a log in memory. The module `RetraceEventLog` has a log on disk.
public protocol EventSource: TextSource, ~Copyable {
  /// The error that is thrown if the log cannot be read, or `Never` for a log in memory.
  associatedtype Failure: Error

  /// Whether the source can have checkpoints of complete timelines (``CheckpointPart/timeline``).
  /// By default true.
  static var storesTimelines: Bool { get }

  /// Returns the newest event, or `EventID.nothing` if the log is empty.
  func newestEvent() throws(Failure) -> EventID

  /// Visits events in order. Events in the range that are missing from the log are skipped.
  ///
  /// - Parameters:
  ///   - first: The oldest event to visit, even if the visit goes backwards.
  ///   - last: The newest event to visit.
  ///   - backwards: Whether to begin with the newest event.
  ///   - damaged: Called with the id of each record that cannot be read. The visit continues after
  ///     the record.
  ///   - body: Called with each event and its words, which are valid only during the call. Returns
  ///     whether to continue.
  /// - Throws: A failure of the log as a whole.
  /// - Complexity: O(events visited)
  func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) throws(Failure)

  /// Reports that a checkpoint is damaged. The source must not return it again.
  func reject(_ place: CheckpointPlace)

  /// Returns the moment of the newest checkpoint of a lineage at or before a moment.
  ///
  /// - Parameter place: The part and the branch to look for, and the latest moment.
  /// - Returns: The moment, or nil if there is no checkpoint.
  /// - Throws: A failure of the log as a whole.
  func newestCheckpoint(atOrBefore place: CheckpointPlace) throws(Failure) -> EventID?

  /// Returns the browser of a checkpoint, or nil if there is no intact checkpoint at exactly this
  /// place, whose part is ``CheckpointPart/browser``.
  ///
  /// - Throws: A failure of the log as a whole.
  func browser(at place: CheckpointPlace) throws(Failure) -> Browser?

  /// Returns the library of a checkpoint, or nil if there is no intact checkpoint at exactly this
  /// place, whose part is ``CheckpointPart/library``.
  ///
  /// - Throws: A failure of the log as a whole.
  func library(at place: CheckpointPlace) throws(Failure) -> Library?

  /// Calls `body` with the newest checkpoint of a lineage at or before a moment.
  ///
  /// - Parameters:
  ///   - place: The part and the branch to look for, and the latest moment.
  ///   - body: A closure that receives the moment of the checkpoint, and its frame, which is valid
  ///     until `body` returns.
  /// - Returns: The result of `body`, or nil if there is no checkpoint.
  /// - Throws: A failure of the log as a whole.
  func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws(Failure) -> Value?
}
