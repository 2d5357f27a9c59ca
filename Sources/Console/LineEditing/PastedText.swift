internal import CLibEdit

/// Converts pasted text to the text to insert.
enum PastedText {
  /// Returns a text without the newlines at its end, because only Enter may run the line. A tab
  /// becomes a space, and other control characters except newlines are left out.
  ///
  /// - Complexity: O(length).
  static func text(of pasted: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in pasted {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r": text.append("\n")
      case "\t": text.append(" ")
      case _ where scalar.properties.generalCategory == .control: break
      default: text.append(scalar)
      }
      previous = scalar
    }
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
