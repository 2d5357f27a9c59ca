/// Turns what was pasted into text for one line.
enum PastedText {
  /// The lines of `text` that are not blank, without spaces around them and without control
  /// characters; a text of one line keeps its spaces. O(length).
  static func lines(of text: some Sequence<Unicode.Scalar>) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    for scalar in text {
      switch scalar {
      case "\n", "\r":
        lines.append(String(line))
        line = String.UnicodeScalarView()
      case "\t": line.append(" ")
      case _ where scalar.properties.generalCategory == .control: break
      default: line.append(scalar)
      }
    }
    lines.append(String(line))
    let filled = lines.filter { $0.contains { $0 != " " } }
    return filled.count > 1 ? filled.map(trimmed) : lines.count == 1 ? lines : filled
  }

  private static func trimmed(_ line: String) -> String {
    var rest = line.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
