/// The cells of a table in CSV (RFC 4180), written in a form that spreadsheets show as text.
///
/// A spreadsheet would run a cell that begins with `=`, `+`, `-` or `@` as a formula. Such a cell
/// is written with an apostrophe at the start, which ``text(of:)`` removes again. Source: OWASP,
/// “CSV injection”.
enum CSVCell {
  /// Returns the cell for a text, quoted if necessary.
  ///
  /// Newlines are preserved inside quotes. A tab becomes a space, and every other control character
  /// becomes U+FFFD.
  static func written(_ text: String) -> String {
    var cell = looksLikeFormula(text) ? "'" : ""
    var needsQuotes = false
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"":
        cell += "\"\""
        needsQuotes = true
      case ",":
        cell += ","
        needsQuotes = true
      case "\n" where previous == "\r": break
      case "\r", "\n":
        cell += "\n"
        needsQuotes = true
      case "\t": cell += " "
      case _ where scalar.properties.generalCategory == .control: cell += "\u{FFFD}"
      default: cell.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return needsQuotes ? "\"\(cell)\"" : cell
  }

  /// Returns the text of a cell whose quotes have been resolved.
  static func text(of cell: String) -> String {
    guard cell.unicodeScalars.first == "'", looksLikeFormula(cell) else { return cell }
    return String(cell.unicodeScalars.dropFirst())
  }

  /// Whether a text begins like a formula, after any white space and apostrophes.
  private static func looksLikeFormula(_ text: String) -> Bool {
    let first = text.unicodeScalars.first { scalar in
      scalar != "'" && !scalar.properties.isWhitespace
        && scalar.properties.generalCategory != .control
    }
    return first.map { "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0) } ?? false
  }
}
