/// Splits text into what is seen and the escape sequences that style it.
enum StyledText {
  enum Piece: Equatable {
    case visible(Unicode.Scalar)
    case escape(String)
  }

  /// The pieces of `text` in order; a sequence that is not finished counts as one piece. O(length).
  static func pieces(of text: some StringProtocol) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(text).unicodeScalars
    while let first = rest.first {
      if first == "\u{1B}" {
        pieces.append(.escape(takeEscape(from: &rest)))
      } else {
        pieces.append(.visible(first))
        rest.removeFirst()
      }
    }
    return pieces
  }

  /// Removes one escape sequence (ECMA-48: CSI, OSC, or two characters) from the front.
  private static func takeEscape(from rest: inout Substring.UnicodeScalarView) -> String {
    var sequence = String.UnicodeScalarView()
    func take() -> Unicode.Scalar? {
      guard let scalar = rest.popFirst() else { return nil }
      sequence.append(scalar)
      return scalar
    }
    _ = take()
    switch take() {
    case "[":
      while let scalar = take(), !(0x40...0x7E).contains(scalar.value) {}
    case "]":
      var previous: Unicode.Scalar = "]"
      while let scalar = take(), scalar != "\u{7}", !(previous == "\u{1B}" && scalar == "\\") {
        previous = scalar
      }
    default:
      break
    }
    return String(sequence)
  }
}
