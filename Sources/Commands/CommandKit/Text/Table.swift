/// Rows with columns aligned by their width on a terminal.
///
///     var table = Table([.right, .left])
///     table.add(["3", "Example"])
///     table.add(["12", "日本"])
///     table.lines(width: nil)   // [" 3  Example", "12  日本"]
///
/// Two spaces separate columns, and empty columns are left out. The last column is never padded on
/// its right, and is the only column that is truncated to the terminal's width. If the output is
/// not a terminal, nothing is truncated.
package struct Table: Sendable {
  private static let gapColumns = 2
  // Below this width, a title is not readable.
  private static let minimumColumns = 20

  private let alignments: [SafeText.Alignment]
  private var heading: [SafeText]?
  private var rows: [[SafeText]] = []

  /// Creates an empty table with a column for each alignment.
  package init(_ alignments: [SafeText.Alignment]) {
    precondition(!alignments.isEmpty, "a table has a column")
    self.alignments = alignments
  }

  /// Whether there are no rows. A heading does not count.
  package var isEmpty: Bool { rows.isEmpty }

  /// Sets the names above the columns, one name for each column.
  package mutating func setHeading(_ names: [SafeText]) {
    precondition(names.count == alignments.count, "one name per column")
    heading = names
  }

  /// Adds a row with one text for each column.
  package mutating func add(_ row: [SafeText]) {
    precondition(row.count == alignments.count, "one text per column")
    rows.append(row)
  }

  /// Returns the lines of the table, without newlines.
  ///
  /// `width` is the width of the terminal, or nil if there is none. O(bytes).
  package func lines(width: Int?) -> [SafeText] {
    let all = (heading.map { [$0] } ?? []) + rows
    let widths = alignments.indices.map { column in
      all.reduce(0) { max($0, $1[column].columns) }
    }
    return all.map { line($0, widths: widths, terminalWidth: width) }
  }

  /// Returns the lines of the table, each with its newline.
  package func text(width: Int?) -> SafeText {
    var text = ""
    for line in lines(width: width) {
      text += line.text
      text += "\n"
    }
    return SafeText(trusted: text)
  }

  /// Returns a row for a terminal that is too narrow for the last column. The texts follow one
  /// another, and the last text is on a separate line if it does not fit.
  private func narrowLine(_ row: [SafeText], _ width: Int) -> SafeText {
    let gap = SafeText(trusted: String(repeating: " ", count: Table.gapColumns))
    let start = row.dropLast().filter { !$0.isEmpty }.joined(separator: gap)
    let end = row[row.count - 1]
    if start.columns + Table.gapColumns + end.columns <= width {
      return end.isEmpty ? start : start + gap + end
    }
    let below = gap + gap + end.truncated(toColumns: width - 2 * Table.gapColumns)
    return start.wrapped(toColumns: width) + "\n" + below
  }

  private func line(_ row: [SafeText], widths: [Int], terminalWidth: Int?) -> SafeText {
    let last = alignments.count - 1
    let gap = SafeText(trusted: String(repeating: " ", count: Table.gapColumns))
    var line: SafeText = ""
    for column in 0..<last where widths[column] > 0 {
      line += row[column].padded(toColumns: widths[column], alignment: alignments[column]) + gap
    }
    var end = row[last]
    if alignments[last] == .right { end = end.padded(toColumns: widths[last], alignment: .right) }
    if let terminalWidth {
      let before = widths[..<last].reduce(0) { $0 + ($1 > 0 ? $1 + Table.gapColumns : 0) }
      if terminalWidth - before < min(widths[last], Table.minimumColumns) {
        return narrowLine(row, terminalWidth)
      }
      end = end.truncated(toColumns: terminalWidth - before)
    }
    return end.isEmpty ? line.withoutTrailingSpaces : line + end
  }
}

extension SafeText {
  fileprivate var withoutTrailingSpaces: SafeText {
    var end = text[...]
    while end.last == " " { end.removeLast() }
    return SafeText(trusted: String(end))
  }
}
