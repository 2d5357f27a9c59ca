public import BrowserModel
public import Timeline

/// Which actions an undo names.
public enum UndoSelection: Sendable {
  /// The actions of some events, however old they are and whoever did them.
  case events([EventID])
  /// The actions of a program.
  case program(ProgramActions)

  /// The events that are named.
  public var events: [EventID] { if case .events(let events) = self { events } else { [] } }
}

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
