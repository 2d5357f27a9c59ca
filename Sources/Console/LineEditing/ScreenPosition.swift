/// A cell of the screen, given by its row and column relative to the start of the prompt.
struct ScreenPosition: Equatable {
  var row = 0
  var column = 0

  /// Returns the position of the cursor after libedit has drawn a text.
  ///
  /// A tab moves to the next multiple of eight, a control character is shown as `^A`, and a wide
  /// character that does not fit is drawn in the next row.
  ///
  /// - Parameters:
  ///   - text: The drawn text.
  ///   - columns: The columns of the screen.
  /// - Complexity: O(length).
  func after(_ text: some Sequence<Unicode.Scalar>, columns: Int) -> ScreenPosition {
    var position = self
    for scalar in text { position.advance(over: scalar, columns: max(2, columns)) }
    return position
  }

  /// Moves the position past one scalar.
  private mutating func advance(over scalar: Unicode.Scalar, columns: Int) {
    switch scalar {
    case "\n":
      row += 1
      column = 0
    case "\t":
      repeat { advance(by: 1, columns: columns) } while column % 8 != 0
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      advance(by: 1, columns: columns)
      advance(by: 1, columns: columns)
    default:
      advance(by: DisplayWidth.of(scalar), columns: columns)
    }
  }

  /// Moves the position by a number of columns, and to the next row at the edge of the screen.
  private mutating func advance(by width: Int, columns: Int) {
    if column + width > columns {
      row += 1
      column = 0
    }
    column += width
    if column >= columns {
      row += 1
      column = 0
    }
  }
}
