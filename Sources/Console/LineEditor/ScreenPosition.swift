/// A place on the screen, counted from where the prompt begins.
struct ScreenPosition: Equatable {
  var row = 0
  var column = 0

  /// Where the cursor stands after `text` was drawn on a screen of `columns`, as libedit draws it.
  ///
  /// Tabs go to the next multiple of eight, control characters show as `^A`, a wide character that
  /// does not fit goes to the next row whole. O(length).
  func after(_ text: some Sequence<Unicode.Scalar>, columns: Int) -> ScreenPosition {
    var position = self
    for scalar in text { position.advance(over: scalar, columns: max(2, columns)) }
    return position
  }

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
