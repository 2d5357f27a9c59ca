public import BrowserModel
internal import EventCoding
internal import RetraceEventLog
public import RetraceStore
internal import RetraceTimeline

// Titles of actions, for menus and sliders.
extension Store {
  /// The title of the action that `undo(by:if:)` would undo, such as `closed Swift`, or nil if
  /// there is nothing to undo.
  ///
  /// ```swift
  /// let item = try store.undoTitle.map { "Undo: \($0)" } ?? "Undo"
  /// let isEnabled = try store.undoTitle != nil
  /// ```
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events of the action + later events)
  public var undoTitle: String? { get throws { try title { try planOfUndo(.newest(1)).batches } } }

  /// The title of the action that `redo(by:if:)` would redo, or nil if there is nothing to redo.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events of the action + later events)
  public var redoTitle: String? { get throws { try title { try planOfRedo(.newest(1)).batches } } }

  /// Returns the title of an action: its name, or its events in the past tense, such as
  /// `closed Swift and 2 more`. The title of an action of a program contains the program.
  ///
  /// - Parameter batch: The action, such as `UndoResult.batch`.
  /// - Returns: The title, or nil if there is no such action.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events of the action)
  public func title(of batch: BatchID) throws -> String? {
    var title: ActionTitle?
    try visitLog(isPrivate: batch.isPrivate, from: batch.event) { event, words in
      guard event.batch == batch else { return false }
      if title == nil { title = ActionTitle() }
      title?.add(event, words)
      return true
    }
    guard let title else { return nil }
    let name = try title.tab.flatMap { tab in try names(of: [tab])[tab] }
    let reverted = try title.revertedBatch.flatMap { try self.title(of: $0) }
    let text = title.text(tabName: name, reverted: reverted)
    return title.agent.map { "\(text) (by \($0))" } ?? text
  }

  private func title(of batches: () throws -> [BatchID]) throws -> String? {
    do {
      return try batches().first.flatMap { try title(of: $0) }
    } catch let refusal as Refusal where refusal.code == .nothingToDo {
      return nil
    }
  }

  /// Returns the titles or addresses of open and recently closed tabs, as far as they are known.
  func names(of tabs: Set<TabID>) throws -> [TabID: String] {
    var names: [TabID: String] = [:]
    for session in [Session(ProfileState(browser: browser), log), privateSession] {
      try session.read { text in
        for tab in tabs where names[tab] == nil { names[tab] = session.name(of: tab, text) }
      }
    }
    return names
  }

  /// The newest thousand moments of this branch with their labels, oldest first, for a time slider.
  /// ``moments(limit:)`` returns more moments.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events of these moments)
  public var moments: [LabeledMoment] { get throws { try moments(limit: 1_000) } }

  /// Returns the newest moments of this branch with their labels, oldest first. Each action of this
  /// device that changed what the user sees is a moment. Undone actions are included.
  ///
  /// - Parameter limit: The maximum number of moments.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events of these moments)
  public func moments(limit: Int) throws -> [LabeledMoment] {
    try catchUp()
    var list = MomentList(limit: limit)
    try list.update(from: self)
    return list.moments
  }

  /// Undoes what a program did in its last run, for example an agent, except actions on which
  /// others have built.
  ///
  /// ```swift
  /// try store.perform(asOne: [.pin(tab, true), .mute(tab, true)], by: Origin(agent: "tidier"))
  /// let undone = try store.undo(agent: "tidier").results.count  // 1
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the program, as in `Origin.agent`.
  ///   - origin: The author of the request.
  /// - Returns: The undone actions, and the kept actions with the reasons.
  /// - Throws: `Refusal` (`nothingToDo`) if the program did nothing that can be undone.
  @discardableResult
  public func undo(agent name: String, by origin: Origin = Origin()) throws -> UndoneActions {
    try undo(.program(ProgramActions(by: name)), by: origin)
  }
}
