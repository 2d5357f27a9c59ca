/// The characters with which trees are drawn.
package struct LineArt: Hashable, Sendable {
  /// A column that continues.
  package let bar: String
  /// The point at which a branch leaves a column.
  package let branch: String
  /// The point at which the last branch leaves a column.
  package let end: String
  /// The mark for columns that are omitted because there is not enough space.
  package let gap: String
  /// The marks of the current page, a page in the history, and a page off the current path.
  package let current: String
  package let kept: String
  package let left: String
  /// The separator between a title and its URL.
  package let dash: String
  /// The ellipsis for truncated text, one column wide.
  package let cut: Unicode.Scalar

  /// The art for terminals that show UTF-8, and for output that does not go to a terminal.
  package static let unicode = LineArt(
    bar: "│ ", branch: "├─", end: "└─", gap: "┆ ", current: "▸", kept: "●", left: "○", dash: "—",
    cut: "…")
  /// The art for all other terminals.
  package static let ascii = LineArt(
    bar: "| ", branch: "|-", end: "`-", gap: ": ", current: ">", kept: "*", left: "o", dash: "-",
    cut: "~")

  /// The art for the terminal of this process, regardless of where its output goes.
  package static let ofProcess = LineArt(terminal: .process)

  /// Creates the art that a terminal can show.
  ///
  /// POSIX 8.2: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty names the character
  /// set. `TERM=dumb` shows only ASCII.
  package init(terminal environment: EnvironmentVariables) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    // XBD 8.2: language_TERRITORY.codeset@modifier
    let set = locale?.split(separator: ".").last?.split(separator: "@").first?.uppercased()
    let isUTF8 = set == "UTF-8" || set == "UTF8"
    self = isUTF8 && environment["TERM"] != "dumb" ? .unicode : .ascii
  }

  private init(
    bar: String, branch: String, end: String, gap: String, current: String, kept: String,
    left: String,
    dash: String, cut: Unicode.Scalar
  ) {
    self.bar = bar
    self.branch = branch
    self.end = end
    self.gap = gap
    self.current = current
    self.kept = kept
    self.left = left
    self.dash = dash
    self.cut = cut
  }
}

extension SafeText {
  /// The text with the program's own symbols replaced by ASCII characters of the same width. The
  /// same symbols in text from pages are replaced too.
  ///
  /// O(bytes).
  package var withASCIISigns: SafeText {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return self }
    var signs = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      signs.append(scalar.isASCII ? scalar : Self.asciiSigns[scalar] ?? scalar)
    }
    return SafeText(trusted: String(signs))
  }

  private static let asciiSigns: [Unicode.Scalar: Unicode.Scalar] = [
    "“": "\"", "”": "\"", "‘": "'", "’": "'", "—": "-", "–": "-", "−": "-", "·": "-", "…": "~",
    "→": ">", "←": "<", "▸": ">", "❯": ">", "●": "*", "○": "o", "│": "|", "├": "|", "└": "`",
    "─": "-", "┆": ":", "█": "#", "░": ".", "×": "x", "≠": "!",
    "▁": ".", "▂": ":", "▃": "-", "▄": "=", "▅": "+", "▆": "*", "▇": "%",
  ]
}
