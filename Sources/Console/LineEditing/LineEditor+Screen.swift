internal import Platform

extension LineEditor {
  /// The positions of the start of the line, the cursor, and the end of the line, relative to the
  /// start of the prompt.
  var positions: (start: ScreenPosition, cursor: ScreenPosition, end: ScreenPosition) {
    let size = Terminal.size
    let state = session.state
    let start = ScreenPosition().after(
      repeatElement(" ", count: promptWidth), columns: size.columns)
    let cursor = start.after(state.text[..<state.cursor], columns: size.columns)
    let end = cursor.after(state.text[state.cursor...], columns: size.columns)
    return (start, cursor, end)
  }

  /// The sequence that moves the cursor to the start of the prompt.
  var toFirstRow: String {
    guard Terminal.understandsEscapes else { return "\r" }
    // libedit scrolls the screen if a line does not fit.
    let rows = min(positions.cursor.row, Terminal.size.rows - 1)
    return (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r"
  }

  /// The sequence that moves the cursor to the row in which the line ends.
  var toLastRow: String {
    guard Terminal.understandsEscapes else { return "" }
    let (_, cursor, end) = positions
    let rows = min(end.row - cursor.row, Terminal.size.rows - 1)
    return rows > 0 ? "\u{1B}[\(rows)B" : ""
  }

  /// Draws the hint after the cursor, without moving the cursor. While libedit searches, the hint
  /// follows the search text. The hint is truncated at the end of the row.
  func showHint() {
    guard Terminal.understandsEscapes, ending == nil, shownHint == nil else { return }
    guard let hint = currentHint else { return }
    // The end of the line is also the cursor position, unless libedit searches.
    let (_, cursor, end) = positions
    let room = HintSpace.columns(
      cursor: end, rightPromptWidth: rightPromptWidth, screenColumns: Terminal.size.columns)
    let text = DisplayWidth.clip(hint.text, columns: room, mark: cutMark)
    guard !text.isEmpty else { return }
    let movement = end == cursor ? "" : Self.movement(from: cursor, to: end)
    Terminal.write("\u{1B}7" + movement + hint.style + text + GraphicRendition.plain + "\u{1B}8")
    shownHint = (DisplayWidth.of(text), movement)
  }

  /// Erases the hint cell by cell, because erasing to the edge would also erase the right prompt.
  func hideHint() {
    guard let (width, movement) = shownHint else { return }
    shownHint = nil
    let erasing = "\u{1B}[\(width)X"
    Terminal.write(movement.isEmpty ? erasing : "\u{1B}7" + movement + erasing + "\u{1B}8")
  }

  /// The result of ``hint`` for the line, or nil unless the cursor is at the end of the line.
  var currentHint: Hint? {
    guard session.count <= Self.longestHintedLine else { return nil }
    let state = session.state
    if let sign = state.searchSign { return Self.hint(ofSearch: sign) }
    guard state.cursor == state.text.count else { return nil }
    guard let hint = hint(String(String.UnicodeScalarView(state.text))), !hint.text.isEmpty else {
      return nil
    }
    return hint
  }

  /// Returns a description of the available keys, as a hint while libedit searches the history.
  private static func hint(ofSearch sign: String) -> Hint? {
    let text: String? =
      switch sign {
      case "bck:": "  searches earlier lines: Ctrl-R an older one, Enter runs it, Escape edits it"
      case "fwd:": "  searches later lines: Ctrl-S a newer one, Enter runs it, Escape edits it"
      case "bck?", "fwd?": "  no such line: Backspace goes back"
      default: nil
      }
    return text.map { Hint(text: $0, isAcceptable: false) }
  }

  /// The maximum length of a line with a hint, in scalars.
  private static let longestHintedLine = 4_096
}

extension LineEditor {
  /// A part of a line that has its own style.
  package struct Highlight: Equatable, Sendable {
    /// The part of the line, in UTF-8 bytes.
    package var range: Range<Int>
    /// The escape sequence that starts the style (ECMA-48 SGR).
    package var style: String

    /// Creates a highlight.
    package init(_ range: Range<Int>, style: String) {
      self.range = range
      self.style = style
    }
  }

  /// Redraws the line with its styles over the line that libedit has drawn.
  ///
  /// libedit does not support styles in a line. It sends only changes, and assumes that the
  /// remaining screen has not changed. Therefore drawing the same characters in the same cells is
  /// harmless. libedit draws later text without a style. Therefore the complete line is redrawn
  /// whenever it contains a style, and one last time after the last style disappears.
  func showHighlights() {
    guard Terminal.understandsEscapes, ending == nil, session.count <= Self.longestHighlightedLine
    else { return }
    let state = session.state
    let line = String(String.UnicodeScalarView(state.text))
    let highlights = state.isSearch ? [] : highlight(line)
    guard !highlights.isEmpty || hasHighlights else { return }
    hasHighlights = !highlights.isEmpty
    let size = Terminal.size
    let (start, cursor, end) = positions
    // If a line is longer than the screen, libedit shows its end.
    guard end.row < size.rows else { return }
    let drawing = HighlightedLine(state.text, highlights)
      .drawing(from: start, columns: size.columns)
    Terminal.write("\u{1B}7" + Self.movement(from: cursor, to: start) + drawing + "\u{1B}8")
  }

  /// Returns the sequence that moves the cursor from one cell to another.
  private static func movement(from cursor: ScreenPosition, to cell: ScreenPosition) -> String {
    let rows = cursor.row - cell.row
    let vertical = rows > 0 ? "\u{1B}[\(rows)A" : rows < 0 ? "\u{1B}[\(-rows)B" : ""
    return vertical + "\r" + (cell.column > 0 ? "\u{1B}[\(cell.column)C" : "")
  }

  /// The maximum length of a line that is redrawn with styles, in scalars.
  private static let longestHighlightedLine = 4_096
}
