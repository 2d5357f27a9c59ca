public import BrowserModel

/// The outcome of a report.
public enum ReportAnswer: Equatable, Sendable {
  /// The report was accepted, and the model must perform these actions in this order.
  case taken([Action])
  /// The report does not apply to the current situation, so no actions follow.
  case dropped(Reason)

  /// The actions to perform, or none for a report that was dropped.
  public var actions: [Action] {
    if case .taken(let actions) = self { actions } else { [] }
  }

  /// The reason why a report was dropped.
  ///
  /// - `noView`: The tab has no view, or is closed.
  /// - `formerView`: The report is about a previous view of the tab.
  /// - `notNewer`: This report, or a newer report, was already accepted.
  /// - `late`: The reported event happened before the view began to execute its newest command.
  /// - `overtaken`: The model has requested something else since the last commands.
  /// - `noEntry`: The report is about an item without an entry in the model.
  /// - `malformed`: The list of the report has no item at its index, or the command of the report
  ///   does not exist.
  public enum Reason: Sendable {
    case noView, formerView, notNewer, late, overtaken, noEntry, malformed
  }
}
