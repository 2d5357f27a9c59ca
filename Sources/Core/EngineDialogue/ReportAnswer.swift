public import BrowserModel

/// What became of a report.
public enum ReportAnswer: Equatable, Sendable {
  /// It was taken, and the model must follow with these actions, in this order.
  case taken([Action])
  /// It says nothing about what is there now, and nothing follows from it.
  case dropped(Reason)

  /// The actions to perform; none for a report that was dropped.
  public var actions: [Action] {
    if case .taken(let actions) = self { actions } else { [] }
  }

  /// Why a report was dropped.
  ///
  /// - `noView`: The tab has no view, or is closed.
  /// - `formerView`: It is about a view of the tab that is gone.
  /// - `notNewer`: It was taken before, or a newer one was.
  /// - `late`: It happened before the view began with its newest command.
  /// - `overtaken`: The model has asked for something else since the last commands.
  /// - `noEntry`: It is about an item for which the model has no entry (any more).
  /// - `malformed`: Its list has no item at its index, or it names a command that there was not.
  public enum Reason: Sendable {
    case noView, formerView, notNewer, late, overtaken, noEntry, malformed
  }
}
