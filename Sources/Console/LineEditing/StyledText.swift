/// Splits text into visible characters and the escape sequences that style them.
enum StyledText {
  /// A part of a text.
  enum Piece: Equatable {
    /// A character that is drawn, or a control character.
    case visible(Unicode.Scalar)
    /// A complete escape sequence.
    case escape(String)
  }

  /// Returns the pieces of a text in order. An incomplete sequence counts as one piece.
  ///
  /// - Complexity: O(length).
  static func pieces(of text: some StringProtocol) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(text).unicodeScalars
    while let first = rest.first {
      if first == "\u{1B}" {
        pieces.append(.escape(readEscape(from: &rest)))
      } else {
        pieces.append(.visible(first))
        rest.removeFirst()
      }
    }
    return pieces
  }

  /// Removes and returns the escape sequence at the front (ECMA-48: CSI, OSC, or two characters).
  private static func readEscape(from rest: inout Substring.UnicodeScalarView) -> String {
    var sequence = String.UnicodeScalarView()
    func next() -> Unicode.Scalar? {
      guard let scalar = rest.popFirst() else { return nil }
      sequence.append(scalar)
      return scalar
    }
    _ = next()
    switch next() {
    case "[":
      while let scalar = next(), !(0x40...0x7E).contains(scalar.value) {}
    case "]":
      var previous: Unicode.Scalar = "]"
      while let scalar = next(), scalar != "\u{7}", !(previous == "\u{1B}" && scalar == "\\") {
        previous = scalar
      }
    default:
      break
    }
    return String(sequence)
  }
}

extension LineEditor {
  /// The text shown before the typed text, and the text at the right edge of the screen.
  ///
  /// Both texts may contain escape sequences for colours and styles (ECMA-48 SGR), which occupy no
  /// columns. Other control characters are left out, because a prompt is one line. If a text ends
  /// with a sequence right after a visible character, a space is added, because libedit prints a
  /// sequence only before a character.
  package struct Prompt: Equatable, Sendable {
    /// The text before the typed text.
    package var left: String
    /// The text at the right edge. It is hidden while the typed text needs the space.
    package var right: String

    /// Creates a prompt.
    package init(left: String, right: String = "") {
      self.left = left
      self.right = right
    }
  }
}
