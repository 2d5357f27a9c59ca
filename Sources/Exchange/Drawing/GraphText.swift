/// Text in a drawing for Graphviz.
enum GraphText {
  /// A quoted string of the DOT language.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted += "\\"
        quoted.unicodeScalars.append(scalar)
      case "\n": quoted += "\\n"
      case ..<" ", "\u{7F}": quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension String {
  /// At most so many characters of it, on one line, for a label.
  func cut(to count: Int) -> String {
    let line = onOneLine
    return line.count <= count ? line : "\(line.prefix(count - 1))…"
  }
}
