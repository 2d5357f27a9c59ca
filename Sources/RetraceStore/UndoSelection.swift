public import BrowserModel
public import RetraceTimeline

/// Which actions an undo names.
public enum UndoSelection: Sendable {
  /// The actions of some events, however old they are and whoever did them.
  case events([EventID])
  /// The actions of a program.
  case program(ProgramActions)

  /// The events that are named.
  public var events: [EventID] { if case .events(let events) = self { events } else { [] } }
}
