internal import CLibEdit
internal import Platform

/// Counts the columns that text occupies on a terminal.
package enum DisplayWidth {
  /// Returns the number of columns of a scalar: 0 for combining and control characters, 1 for most
  /// characters, and 2 for wide characters.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F ? 1 : 0 }
    _ = TextLocale.isUnicode
    return max(0, Int(edit_width(wchar_t(scalar.value))))
  }

  /// Returns the number of columns of a text. Escape sequences occupy no columns.
  ///
  /// - Complexity: O(length).
  package static func of(_ text: some StringProtocol) -> Int {
    StyledText.pieces(of: text).reduce(0) { total, piece in
      guard case .visible(let scalar) = piece else { return total }
      return total + of(scalar)
    }
  }

  /// Returns a text that is truncated if it is longer than a number of columns. A truncated text
  /// ends with a mark.
  ///
  /// - Parameters:
  ///   - text: A text without escape sequences.
  ///   - columns: The number of available columns. For 0, the result is empty.
  /// - Complexity: O(length).
  package static func clip(
    _ text: String, columns: Int, mark: Unicode.Scalar = "…"
  ) -> String {
    guard of(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var kept = String.UnicodeScalarView()
    var width = 0
    for scalar in text.unicodeScalars {
      width += of(scalar)
      if width > columns - 1 { break }
      kept.append(scalar)
    }
    kept.append(mark)
    return String(kept)
  }
}
