public import BrowserModel
public import RetraceTimeline

/// What an undo takes back of a selection, and what it leaves.
public struct UndoPlan: Sendable {
  /// The batches that are undone: in the order in which they were named, or the newest first.
  public var batches: [BatchID]
  /// The actions that stay, because other authors have built on them; the oldest first.
  public var kept: [KeptAction] = []
  /// The other runs of the program that have done something that can be undone.
  public var otherRuns: [ProgramRun] = []

  /// Creates a plan that keeps nothing.
  public init(batches: [BatchID]) { self.batches = batches }
}
