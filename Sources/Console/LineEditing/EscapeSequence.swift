/// A key that a terminal sends as a sequence beginning with an escape (ECMA-48 and xterm's
/// additions).
struct EscapeSequence: Equatable {
  /// The characters after the escape.
  private(set) var text: [Unicode.Scalar] = []

  /// Whether the sequence is complete. A complete sequence cannot be extended.
  private(set) var isComplete = false

  private static let escape: Unicode.Scalar = "\u{1B}"

  /// Adds the next character that the terminal sent.
  mutating func append(_ scalar: Unicode.Scalar) {
    // After another escape, the rest is a separate key, pressed with Alt.
    let isAfterEscape = !text.isEmpty && text.allSatisfy { $0 == Self.escape }
    text.append(scalar)
    let key = isAfterEscape || text.count == 1 ? [] : text.drop { $0 == Self.escape }.dropLast()
    guard let introducer = key.first else {
      // The character begins a longer sequence, or it was pressed with Alt.
      isComplete = !"[O]P\u{1B}".unicodeScalars.contains(scalar) || text.count > 2
      return
    }
    switch introducer {
    case "[":
      // The Linux console sends a second bracket and a letter for its first function keys.
      let isSecondBracket = scalar == "[" && key.count == 1
      isComplete = !isSecondBracket && (key.last == "[" && key.count == 2 || Self.isFinal(scalar))
    case "O": isComplete = Self.isFinal(scalar)
    // A terminal's reply as a string, which ends with a bell, or with an escape and a backslash.
    default: isComplete = scalar == "\u{7}" || scalar == "\\" && key.last == Self.escape
    }
    if text.count > Self.longest { isComplete = true }
  }

  /// Whether a character ends a control sequence.
  private static func isFinal(_ scalar: Unicode.Scalar) -> Bool { "@"..."~" ~= scalar }

  /// The maximum length of a sequence.
  private static let longest = 4_096

  /// Whether a control sequence or a control string has begun. The terminal then sends the
  /// remaining characters immediately.
  var hasIntroducer: Bool {
    text.contains { $0 != Self.escape }
  }

  /// The meaning of the key for the editor.
  var meaning: Meaning {
    let key = String(String.UnicodeScalarView(text))
    switch key {
    case "[200~": return .paste
    case "": return .passedOn
    case "[1;5C", "[1;3C", "[1;7C", "[1;9C", "[5C", "O5C", "Oc", "\u{1B}[C", "\u{1B}OC":
      return .forwardWord
    case "[1;5D", "[1;3D", "[1;7D", "[1;9D", "[5D", "O5D", "Od", "\u{1B}[D", "\u{1B}OD":
      return .backwardWord
    case "[1~", "[3~", "[4~", "[7~", "[8~": return .passedOn
    default: break
    }
    guard let last = text.last, isComplete || text.count == 1 else { return .nothing }
    if text.count == 1 {
      // A character typed with Alt. libedit handles only ASCII characters.
      return last.isASCII && last != "[" && last != "O" ? .passedOn : .nothing
    }
    // The arrows, Home and End.
    let isArrow = text.count == 2 && (text[0] == "[" || text[0] == "O")
    return isArrow && "ABCDFH".unicodeScalars.contains(last) ? .passedOn : .nothing
  }

  /// The meaning of a key.
  enum Meaning: Equatable {
    /// Pasted text begins.
    case paste
    case forwardWord, backwardWord
    /// libedit handles the key.
    case passedOn
    /// The key is not bound.
    case nothing
  }
}
