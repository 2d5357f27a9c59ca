internal import BrowserModel
internal import Catalogue
internal import EngineDialogue
internal import RetraceEventLog
internal import RetraceStore

/// The views of a program that shows pages. Commands make the views show the state of the model,
/// and reports of the views update the model (`EngineDriver`).
///
/// The views show the present of the program's branch, even while its commands show the past.
struct ServedEngine {
  private var driver = EngineDriver()
  /// The visible tabs, or nil for the active tab of every window.
  private let shown: [TabID]?

  /// - Parameter former: The previous engine of the program, whose views are adopted.
  init(showing shown: [TabID]?, after previous: ServedEngine?) {
    self.shown = shown
    if let previous { driver = previous.driver }
  }

  /// Returns the current commands for the views. There are none if the views already show the state
  /// of the model.
  mutating func commands(in store: Store) throws -> [EngineCommandAnswer] {
    var driver = driver
    defer { self.driver = driver }
    try store.catchUp()
    return try store.read { words in
      let commands = driver.commands(for: store.browser, showing: shown, text: words)
      return commands.map { EngineCommandAnswer($0, in: store.browser, words) }
    }
  }

  /// Updates the model with the report of a view.
  /// - Returns: The written events, which may be empty if the model rejected the report. If the
  ///   subject of the report no longer exists, returns nil and a reason.
  mutating func receive(
    _ report: EngineReport, in context: CommandContext
  ) throws -> (written: [Commit], dropped: ReportAnswer.Reason?) {
    let store = context.store
    var driver = driver
    defer { self.driver = driver }
    try store.catchUp()
    let answer = try store.read { driver.report(report, in: store.browser, text: $0) }
    if case .dropped(let reason) = answer { return ([], reason) }
    var written: [Commit] = []
    for action in answer.actions {
      do {
        let commit = try store.perform(action, by: context.origin(.engine))
        written.append(commit)
        driver.performed(commit.events, in: store.browser)
      } catch is Refusal {
        driver.performed([], in: store.browser)
      }
    }
    return (written, nil)
  }
}
