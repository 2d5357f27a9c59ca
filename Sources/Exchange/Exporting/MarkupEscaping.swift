/// Escapes text for HTML and XML, both in attributes and between tags.
enum MarkupEscaping {
  /// Escapes text for HTML. Characters that HTML would not preserve become numeric references.
  static func html(_ text: String) -> String {
    escaped(text) { scalar in
      switch scalar {
      case "\0", "\r": "\u{FFFD}"
      case ..<" ", "\u{7F}"..<"\u{A0}": "&#\(scalar.value);"
      default: nil
      }
    }
  }

  /// Escapes text for XML 1.0. Control characters that XML does not allow become U+FFFD.
  ///
  /// Source: XML 1.0, production 2, Char.
  static func xml(_ text: String) -> String {
    escaped(text) { scalar in
      switch scalar {
      case "\t", "\n", "\r": "&#\(scalar.value);"
      case ..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }

  /// - Parameter other: Returns the replacement for a character that needs a special rule, or nil.
  private static func escaped(
    _ text: String, other: (Unicode.Scalar) -> String?
  ) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default:
        if let written = other(scalar) {
          escaped += written
        } else {
          escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }
}
