/// Remembers how the line looked before each change, so that changes can be taken back.
struct UndoStack {
  struct State: Equatable {
    var text: [Unicode.Scalar] = []
    var cursor = 0
  }

  private var states: [State] = []
  private var current = State()
  private static let depth = 200

  /// Notes how the line looks now; characters typed one after the other are one change up to the
  /// next space. O(length).
  mutating func record(_ state: State) {
    defer { current = state }
    guard state.text != current.text else { return }
    if continuesWord(state), states.count > 0 { return }
    states.append(current)
    if states.count > Self.depth { states.removeFirst() }
  }

  /// Goes back to before the newest change; nil when there is none.
  mutating func undo() -> State? {
    guard let previous = states.popLast() else { return nil }
    current = previous
    return previous
  }

  private func continuesWord(_ next: State) -> Bool {
    next.text.count == current.text.count + 1 && next.cursor == next.text.count
      && current.cursor == current.text.count && current.cursor > 0
      && next.text.last != " " && next.text.starts(with: current.text)
  }
}
