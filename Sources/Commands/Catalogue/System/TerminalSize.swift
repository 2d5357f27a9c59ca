internal import Platform

/// The number of characters a terminal shows.
package struct TerminalSize: Hashable, Sendable {
  /// Characters in a line.
  package let columns: Int
  /// Lines.
  package let rows: Int

  /// Makes a size.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
