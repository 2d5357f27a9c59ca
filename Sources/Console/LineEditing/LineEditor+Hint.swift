extension LineEditor {
  /// Text after the cursor that says what could follow.
  package struct Hint: Equatable, Sendable {
    /// The text, which continues from what was typed; without escape sequences.
    package var text: String
    /// Whether Right, End and Control-E take it into the line. If not, it is only shown.
    package var isAcceptable: Bool

    /// The escape sequence that begins its style (ECMA-48 SGR).
    package var style: String

    /// Creates a hint, dim by default.
    package init(text: String, isAcceptable: Bool, style: String = "\u{1B}[2m") {
      self.text = text
      self.isAcceptable = isAcceptable
      self.style = style
    }
  }
}
