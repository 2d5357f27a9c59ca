internal import CLibEdit
internal import Glibc

/// Counts the terminal columns that text takes up.
package enum DisplayWidth {
  /// The columns of one scalar: 0 for combining and control characters, 2 for wide ones.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F ? 1 : 0 }
    _ = TextLocale.isUnicode
    return max(0, Int(edit_width(wchar_t(scalar.value))))
  }

  /// The columns of `text`, in which escape sequences take up none. O(length).
  package static func of(_ text: some StringProtocol) -> Int {
    StyledText.pieces(of: text).reduce(0) { total, piece in
      guard case .visible(let scalar) = piece else { return total }
      return total + of(scalar)
    }
  }

  /// The longest prefix of `text` that fits into `columns`; text that is cut ends in `…`.
  ///
  /// `text` holds no escape sequences. O(length).
  package static func clip(_ text: String, columns: Int) -> String {
    guard of(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var kept = String.UnicodeScalarView()
    var width = 0
    for scalar in text.unicodeScalars {
      width += of(scalar)
      if width > columns - 1 { break }
      kept.append(scalar)
    }
    return String(kept) + "…"
  }
}
