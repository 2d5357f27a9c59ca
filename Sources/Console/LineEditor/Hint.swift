extension LineEditor {
  /// Dim text after the cursor: what could follow what was typed.
  public struct Hint: Equatable, Sendable {
    /// What is shown, to be read on from the typed text; plain text without escape sequences.
    public var text: String
    /// Whether Right, End and Control-E take it into the line. Otherwise it is only shown.
    public var isAcceptable: Bool

    /// Makes a hint.
    public init(text: String, isAcceptable: Bool) {
      self.text = text
      self.isAcceptable = isAcceptable
    }
  }
}

/// Where there is room for a hint.
enum HintRoom {
  /// The columns free after the cursor, with one kept empty at the edge.
  ///
  /// A hint must not touch the right prompt, which libedit would not draw again.
  static func columns(
    cursor: ScreenPosition, rightPromptWidth: Int, screenColumns: Int
  ) -> Int {
    let taken = cursor.row == 0 && rightPromptWidth > 0 ? rightPromptWidth + 1 : 0
    return max(0, screenColumns - cursor.column - 1 - taken)
  }
}
