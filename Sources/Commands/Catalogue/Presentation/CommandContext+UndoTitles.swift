internal import BrowserModel
package import CommandKit
internal import RetraceStore

extension CommandContext {
  /// The description of the action that an undo would undo, or nil if there is none.
  package var undoTitle: SafeText? {
    (try? store.planOfUndo(.newest(1)))?.batches.first.flatMap { title(of: $0) }
  }

  /// The description of the action that a redo would redo, or nil if there is none.
  package var redoTitle: SafeText? {
    (try? store.planOfRedo(.newest(1), by: origin))?.batches.first.flatMap { title(of: $0) }
  }

  private func title(of batch: BatchID) -> SafeText? {
    try? UndoCommands.describe(batch, isProgramKnown: false, in: self)
  }
}
