/// A line with styles, which is drawn over the line that libedit has drawn.
struct HighlightedLine {
  private let text: [Unicode.Scalar]
  private let highlights: [LineEditor.Highlight]

  /// - Parameter highlights: The highlights in the order of the line, without overlaps.
  init(_ text: [Unicode.Scalar], _ highlights: [LineEditor.Highlight]) {
    self.text = text
    self.highlights = highlights
  }

  /// Returns the sequence that draws the line. Each row is drawn separately, because a terminal may
  /// wrap the line differently from libedit.
  ///
  /// The sequence ends before the first character whose width is uncertain, because libedit draws
  /// one or more other characters in place of that character.
  ///
  /// - Complexity: O(length).
  func drawing(from start: ScreenPosition, columns: Int) -> String {
    var drawing = ""
    var position = start
    var rest = highlights[...]
    var style = ""
    var byte = 0
    for scalar in text {
      guard scalar == "\n" || DisplayWidth.of(scalar) > 0 else { break }
      while let first = rest.first, first.range.upperBound <= byte { rest = rest.dropFirst() }
      let wanted = rest.first.map { $0.range.contains(byte) ? $0.style : "" } ?? ""
      if wanted != style {
        drawing += (style.isEmpty ? "" : GraphicRendition.plain) + wanted
        style = wanted
      }
      byte += UTF8.width(scalar)
      let next = position.after(CollectionOfOne(scalar), columns: columns)
      if scalar == "\n" {
        drawing += Self.nextRow
      } else {
        // A wide character that does not fit into the last column is drawn in the next row.
        let isMoved = next.row > position.row && next.column > 0
        drawing += isMoved ? Self.nextRow : ""
        drawing.unicodeScalars.append(scalar)
        drawing += next.row > position.row && next.column == 0 ? Self.nextRow : ""
      }
      position = next
    }
    return drawing + (style.isEmpty ? "" : GraphicRendition.plain)
  }

  private static let nextRow = "\r\u{1B}[B"
}
