import BrowserModel
import RetraceTimeline

/// The results of an undo.
public struct UndoneActions: Sendable {
  /// The undone actions, in the order of the plan. Empty if all of them were kept.
  public var results: [UndoResult]
  /// The kept actions and the reasons. Empty for a repeat under a key, which has only the results.
  public var plan: UndoPlan

  /// Creates a result from its parts.
  public init(results: [UndoResult], plan: UndoPlan) {
    self.results = results
    self.plan = plan
  }
}
