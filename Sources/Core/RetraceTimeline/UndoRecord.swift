public import BrowserModel

/// An event that excludes a batch from the fold, or includes the batch again.
public struct UndoRecord: Equatable, Sendable {
  /// The undo or redo itself.
  public let sequence: EventID
  /// The batch that the event refers to, identified by the first event of the batch.
  public let batch: BatchID
  /// Whether the event is an undo. Otherwise, it is a redo.
  public let isUndo: Bool

  /// Creates a record from its parts.
  init(sequence: EventID, batch: BatchID, isUndo: Bool) {
    self.sequence = sequence
    self.batch = batch
    self.isUndo = isUndo
  }

  /// Creates the record of an event. Returns nil if the event is not an undo or redo.
  package init?(_ event: borrowing Event) {
    switch event.body {
    case .time(.undone(let body)): (batch, isUndo) = (body.batch, true)
    case .time(.redone(let body)): (batch, isUndo) = (body.batch, false)
    default: return nil
    }
    sequence = event.sequence
  }
}
