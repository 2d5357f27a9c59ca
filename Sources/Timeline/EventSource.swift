public import BrowserModel
internal import EventCoding

/// A log that events can be read from, in order.
public protocol EventSource: TextSource, ~Copyable {
  /// What can go wrong with the log as a whole.
  associatedtype Failure: Error

  /// The newest event; nothing in an empty log.
  func newestEvent() throws(Failure) -> Sequence

  /// Visits the records of events in order, each verified (``EventDecoder/verify(_:sequence:)``).
  ///
  /// - Parameters:
  ///   - first: The first event to visit, counted in the direction of the log.
  ///   - last: The last one.
  ///   - backwards: Whether to begin with the last.
  ///   - damaged: Gets the sequence of a record that is not what was written; the visit goes on
  ///     behind it.
  ///   - body: Gets each event's sequence and record, which is valid only until it returns, and says
  ///     whether to go on.
  func visitRecords(
    from first: Sequence, through last: Sequence, backwards: Bool,
    damaged: (Sequence) -> Void, _ body: (Sequence, UnsafeRawBufferPointer) -> Bool
  ) throws(Failure)
}

extension EventSource where Self: ~Copyable {
  /// Visits events in order; see ``visitRecords(from:through:backwards:damaged:_:)``.
  public func visitEvents(
    from first: Sequence, through last: Sequence, backwards: Bool,
    damaged: (Sequence) -> Void, _ body: (borrowing Event) -> Bool
  ) throws(Failure) {
    try visitRecords(from: first, through: last, backwards: backwards, damaged: damaged) {
      sequence, record in
      do throws(EventDecoder.Damage) {
        return body(try EventDecoder.decode(verified: record, sequence: sequence))
      } catch {
        damaged(sequence)
        return true
      }
    }
  }
}
