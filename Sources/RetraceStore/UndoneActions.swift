import BrowserModel
import RetraceTimeline

/// What an undo of a selection did.
public struct UndoneActions: Sendable {
  /// What was undone, in the order of the plan; empty if all of it was kept.
  public var results: [UndoResult]
  /// What stays, and why. It is empty for a repeat of a key, which has only the results.
  public var plan: UndoPlan

  /// Creates the answer to an undo from its parts.
  public init(results: [UndoResult], plan: UndoPlan) {
    self.results = results
    self.plan = plan
  }
}
