/// The space available for a hint.
enum HintSpace {
  /// Returns the number of free columns after the cursor, except the last column of the row.
  ///
  /// A hint must not touch the right prompt, which libedit would not draw again.
  static func columns(
    cursor: ScreenPosition, rightPromptWidth: Int, screenColumns: Int
  ) -> Int {
    let taken = cursor.row == 0 && rightPromptWidth > 0 ? rightPromptWidth + 1 : 0
    return max(0, screenColumns - cursor.column - 1 - taken)
  }
}
