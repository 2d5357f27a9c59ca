/// Text in a drawing for Graphviz.
enum GraphText {
  /// Returns a text as a quoted string of the DOT language.
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
