internal import CLibEdit

/// The states of the line before each change, so that changes can be undone.
struct UndoStack {
  /// A line and the position of the cursor in it, in scalars from 0.
  struct State: Equatable {
    var text: [Unicode.Scalar] = []
    var cursor = 0

    /// Whether libedit is searching the history. During a search, libedit writes the search text
    /// into the line, in a separate row.
    var isSearch: Bool { searchSign != nil }

    /// The label that libedit writes before the search text, or nil if libedit is not searching.
    /// The label contains a question mark if nothing was found.
    var searchSign: String? {
      guard let newline = text.lastIndex(of: "\n") else { return nil }
      let lastRow = text[(newline + 1)...]
      return ["bck:", "bck?", "fwd:", "fwd?", "/", "?", ":"].first {
        lastRow.starts(with: $0.unicodeScalars)
      }
    }
  }

  /// The states before the changes, oldest first.
  private var states: [State] = []
  /// The newest state.
  private var current = State()
  /// The maximum number of changes that can be undone.
  private static let depth = 200

  /// Adds the current state of the line. A sequence of typed characters up to the next space counts
  /// as one change.
  ///
  /// - Complexity: O(length).
  mutating func record(_ state: State) {
    defer { current = state }
    guard state.text != current.text else { return }
    if continuesWord(state), states.count > 0 { return }
    states.append(current)
    if states.count > Self.depth { states.removeFirst() }
  }

  /// Returns the state before the newest change, or nil if there is none.
  mutating func undo() -> State? {
    guard let previous = states.popLast() else { return nil }
    current = previous
    return previous
  }

  /// Whether the only change is one character typed at the end, other than a space.
  private func continuesWord(_ next: State) -> Bool {
    next.text.count == current.text.count + 1 && next.cursor == next.text.count
      && current.cursor == current.text.count && current.cursor > 0
      && next.text.last != " " && next.text.starts(with: current.text)
  }
}
