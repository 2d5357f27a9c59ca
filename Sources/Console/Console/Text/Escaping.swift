internal import Notation

/// How raw text becomes visible text.
enum Escaping {
  // Real scripts stack four or five marks; more is an attack on the line above.
  private static let marksOnOneLetter = 8

  static func escaped(_ raw: some StringProtocol) -> String {
    if raw.utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) { return String(raw) }
    var text = String.UnicodeScalarView()
    var marks: Int?
    for scalar in raw.unicodeScalars {
      if scalar.isInvisible {
        text.append(contentsOf: escape(scalar).unicodeScalars)
        marks = nil
      } else if scalar.isMark {
        append(mark: scalar, to: &text, marks: &marks)
      } else {
        text.append(scalar)
        marks = 0
      }
    }
    return String(text)
  }

  private static func append(
    mark: Unicode.Scalar, to text: inout String.UnicodeScalarView, marks: inout Int?
  ) {
    if marks == nil { text.append("\u{25cc}") }
    let count = (marks ?? 0) + 1
    marks = count
    if count <= marksOnOneLetter {
      text.append(mark)
    } else if count == marksOnOneLetter + 1 {
      text.append("…")
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    default: #"\u{"# + String(scalar.value, radix: 16) + "}"
    }
  }
}
