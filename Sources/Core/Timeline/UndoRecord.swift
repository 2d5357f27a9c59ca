public import BrowserModel

/// An undo or a redo in a lineage: from this event on a batch is out of the fold, or in it again.
public struct UndoRecord: Equatable, Sendable {
  public let sequence: EventID
  public let batch: EventID
  public let isUndo: Bool

  init(sequence: EventID, batch: EventID, isUndo: Bool) {
    self.sequence = sequence
    self.batch = batch
    self.isUndo = isUndo
  }

  init?(_ event: borrowing Event) {
    switch event.body {
    case .time(.undone(let body)): (batch, isUndo) = (body.batch, true)
    case .time(.redone(let body)): (batch, isUndo) = (body.batch, false)
    default: return nil
    }
    sequence = event.sequence
  }
}
