public import BrowserModel
public import RetraceTimeline

/// A selection of actions for an undo.
public enum UndoSelection: Sendable {
  /// The actions of some events, regardless of their age and their authors.
  case events([EventID])
  /// The actions of a program.
  case program(ProgramActions)

  /// The selected events.
  public var events: [EventID] { if case .events(let events) = self { events } else { [] } }
}
