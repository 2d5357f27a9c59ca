/// Breaks text into lines at its spaces.
enum TextWrap {
  /// Returns lines of at most `limit` columns. A word that is longer than this is placed on a
  /// separate line.
  static func lines(_ text: String, columns limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var width = 0
    for word in words(text) {
      let wordWidth = SafeText(trusted: word).columns
      if !line.isEmpty, width + 1 + wordWidth > limit {
        lines.append(line)
        (line, width) = ("", 0)
      }
      line += line.isEmpty ? word : " " + word
      width += wordWidth + (width > 0 ? 1 : 0)
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }

  // Text in brackets is not broken: `[--position N]`.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var depth = 0
    for part in text.split(separator: " ") {
      if depth > 0, let last = words.popLast() {
        words.append(last + " " + part)
      } else {
        words.append(String(part))
      }
      depth += part.count { $0 == "[" } - part.count { $0 == "]" }
    }
    return words
  }
}
