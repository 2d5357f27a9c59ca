extension LineEditor {
  /// Where the cursor and the end of the line are, counted from where the prompt begins.
  private var positions: (cursor: ScreenPosition, end: ScreenPosition) {
    let size = Terminal.size
    let state = session.state
    let start = ScreenPosition().after(
      repeatElement(" ", count: promptWidth), columns: size.columns)
    let cursor = start.after(state.text[..<state.cursor], columns: size.columns)
    return (cursor, cursor.after(state.text[state.cursor...], columns: size.columns))
  }

  /// What moves the cursor to where the prompt begins.
  var toFirstRow: String {
    guard Terminal.understandsEscapes else { return "\r" }
    // libedit scrolls a line that is longer than the screen.
    let rows = min(positions.cursor.row, Terminal.size.rows - 1)
    return (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r"
  }

  /// What moves the cursor to the row in which the line ends.
  var toLastRow: String {
    guard Terminal.understandsEscapes else { return "" }
    let (cursor, end) = positions
    let rows = min(end.row - cursor.row, Terminal.size.rows - 1)
    return rows > 0 ? "\u{1B}[\(rows)B" : ""
  }

  /// Draws the hint after the cursor, which stays where it is. It is cut to the room in the row.
  func showHint() {
    guard Terminal.understandsEscapes, ending == nil, shownHintWidth == nil else { return }
    guard let hint = currentHint else { return }
    let room = HintRoom.columns(
      cursor: positions.cursor, rightPromptWidth: rightPromptWidth,
      screenColumns: Terminal.size.columns)
    let text = DisplayWidth.clip(hint.text, columns: room)
    guard !text.isEmpty else { return }
    Terminal.write("\u{1B}7" + Style.dim + text + Style.plain + "\u{1B}8")
    shownHintWidth = DisplayWidth.of(text)
  }

  /// Erases the hint, cell by cell: to erase to the edge would erase the right prompt, too.
  func hideHint() {
    guard let width = shownHintWidth else { return }
    shownHintWidth = nil
    Terminal.write("\u{1B}[\(width)X")
  }

  /// What ``hint`` returns for the line; nil while the cursor is inside of it.
  var currentHint: Hint? {
    guard session.count <= Self.longestHintedLine else { return nil }
    let state = session.state
    guard state.cursor == state.text.count else { return nil }
    guard let hint = hint(String(String.UnicodeScalarView(state.text))), !hint.text.isEmpty else {
      return nil
    }
    return hint
  }

  /// The longest line for which a hint is asked, in scalars.
  private static let longestHintedLine = 4_096
}
