internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// The windows and tabs at the time a line was entered, which define the positions in that line.
///
/// “close 2 ; close 3” closes the tabs at positions 2 and 3 at the time when the line was entered.
/// A position that did not exist at that time refers to the state in which its command runs.
package struct PositionSnapshot {
  let windows: [(id: WindowID, tabs: ContiguousArray<TabID>)]
  let focusedWindow: WindowID
  let branch: BranchID

  init(_ context: CommandContext) {
    windows = context.windows.map { ($0.id, $0.tabs) }
    focusedWindow = context.browser.focusedWindow
    branch = context.store.timeline.lineage.branch
  }
}

extension CommandContext {
  /// Saves the meaning of positions if a line has several commands.
  package mutating func enterLine(of commands: Int) {
    positionSnapshot = commands > 1 && past == nil ? PositionSnapshot(self) : nil
  }

  /// Returns the tabs to which the positions in a window refer. Windows are numbered from 1. The
  /// default is the focused window.
  func row(ofWindow number: Int?) throws -> TabRow {
    let entered = positionsOfLine
    if let number {
      if let entered, entered.windows.indices.contains(number - 1) {
        return row(of: entered.windows[number - 1].id, entered, number: number)
      }
      let window = try windows.element(
        at: number, "window", ifNone: "No tab is open; “open” or “go” opens one.")
      return row(of: window.id, entered, number: number)
    }
    // If the focused window was closed with its last tab, positions do not refer to another window.
    if let entered, browser(of: entered.focusedWindow).window(entered.focusedWindow) == nil {
      return row(of: entered.focusedWindow, entered, number: nil)
    }
    return row(of: browser.focusedWindow, entered, number: nil)
  }

  /// Returns the window at a position, from 1.
  func window(at number: Int) throws -> Window {
    if let entered = positionsOfLine, entered.windows.indices.contains(number - 1) {
      let id = entered.windows[number - 1].id
      guard let window = browser(of: id).window(id) else {
        throw CommandError("noSuchWindow", "Window \(number) of this line is already closed.")
      }
      return window
    }
    return try windows.element(at: number, "window", ifNone: "No window is open.")
  }

  /// The meaning of positions in the running line, or nil if they refer to the current state.
  private var positionsOfLine: PositionSnapshot? {
    guard let positionSnapshot, past == nil, !positionSnapshot.windows.isEmpty,
      positionSnapshot.branch == store.timeline.lineage.branch
    else { return nil }
    return positionSnapshot
  }

  private func row(of window: WindowID, _ entered: PositionSnapshot?, number: Int?) -> TabRow {
    TabRow(
      number: number, entered: entered?.windows.first { $0.id == window }?.tabs ?? [],
      present: browser(of: window).window(window)?.tabs ?? [])
  }
}
