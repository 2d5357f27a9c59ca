public import BrowserModel
public import RetraceTimeline

/// The actions to undo or redo.
public enum UndoScope: Sendable {
  /// The newest actions of the user or of an import. If there are fewer actions than the number,
  /// the scope contains all of them.
  ///
  /// Actions of pages, engines and the model are skipped. Such actions are undone with the action
  /// that caused them.
  case newest(Int)
  /// The actions of some events, no matter how old the actions are and who performed them. An event
  /// of an undo or redo refers to the action that was undone or redone.
  case events([EventID])
  /// The actions of a program. Only an undo can have this scope.
  case program(ProgramActions)

  /// The targets that must not have changed since the event that a precondition names.
  var targets: [ActionTarget] { if case .events = self { [] } else { [.everything] } }
}
