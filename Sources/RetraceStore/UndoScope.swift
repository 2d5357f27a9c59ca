public import BrowserModel
public import RetraceTimeline

/// The actions that an undo or a redo is about.
public enum UndoScope: Sendable {
  /// The newest actions of the user or of an import. If there are fewer, all of them.
  ///
  /// Actions of pages, engines and the model are skipped. They go with the action that caused them.
  case newest(Int)
  /// The actions of some events, no matter how old they are and who did them. An undo or a redo means the
  /// action that it names.
  case events([EventID])
  /// The actions of a program. Only an undo can name them.
  case program(ProgramActions)

  /// What must not have been touched since the event that a precondition names.
  var targets: [ActionTarget] { if case .events = self { [] } else { [.everything] } }
}
