extension LineEditor {
  /// The text after the cursor that shows how the line can continue.
  package struct Hint: Equatable, Sendable {
    /// The text that continues the line, without escape sequences.
    package var text: String
    /// Whether Right, End and Control-E insert the text into the line. Otherwise the text is only
    /// shown.
    package var isAcceptable: Bool

    /// The escape sequence that starts the style of the text (ECMA-48 SGR).
    package var style: String

    /// Creates a hint, which is dim by default.
    package init(text: String, isAcceptable: Bool, style: String = "\u{1B}[2m") {
      self.text = text
      self.isAcceptable = isAcceptable
      self.style = style
    }
  }
}
