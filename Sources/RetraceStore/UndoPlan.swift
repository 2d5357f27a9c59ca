public import BrowserModel
public import RetraceTimeline

/// The actions of a scope that an undo or redo would change, and the actions that it would keep.
public struct UndoPlan: Sendable {
  /// The batches to undo, in the order in which they were given, or newest first.
  public var batches: [BatchID]
  /// The actions that are kept because other authors have built on them, oldest first.
  public var kept: [KeptAction] = []
  /// The other runs of the program with undoable actions.
  public var otherRuns: [ProgramRun] = []
  /// The timeline before the oldest of the batches of the log, if the kept actions were searched.
  var start: Timeline?

  /// Creates a plan that keeps nothing.
  public init(batches: [BatchID]) { self.batches = batches }
}
