import BrowserModel
public import RetraceTimeline

/// The results of an undo.
public struct UndoneActions: Sendable {
  /// The undone actions, in the order of the plan. The array is empty if all actions were kept.
  public var results: [UndoResult]
  /// The kept actions and the reasons. The plan is empty if the call repeats an earlier request
  /// with the same key, because only the results are stored.
  public var plan: UndoPlan

  /// The actions that were not undone because other authors have built on them, oldest first.
  public var kept: [KeptAction] { plan.kept }

  /// Creates a result from its parts.
  public init(results: [UndoResult], plan: UndoPlan) {
    self.results = results
    self.plan = plan
  }
}
