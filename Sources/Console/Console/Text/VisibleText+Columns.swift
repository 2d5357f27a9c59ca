extension VisibleText {
  /// The columns that the text takes on a terminal; colours take none.
  ///
  /// O(bytes).
  public var columns: Int {
    if text.utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) { return text.utf8.count }
    var total = 0
    var sequence = ColourSequence()
    for scalar in text.unicodeScalars where !sequence.contains(scalar) {
      total += scalar.columns
    }
    return total
  }

  /// The text cut to a width, with `mark` in the last column when something was cut.
  ///
  /// Colours are kept to the end, so that what follows is not coloured. A width below 1 gives no
  /// text. O(bytes).
  public func truncated(toColumns limit: Int, mark: Unicode.Scalar = "…") -> VisibleText {
    guard columns > limit else { return self }
    var kept = String.UnicodeScalarView()
    var total = 0
    var isCut = false
    var sequence = ColourSequence()
    for scalar in text.unicodeScalars {
      if sequence.contains(scalar) {
        kept.append(scalar)
      } else if !isCut {
        total += scalar.columns
        isCut = total >= limit
        if !isCut { kept.append(scalar) } else if limit > 0 { kept.append(mark) }
      }
    }
    return VisibleText(trusted: String(kept))
  }

  /// The text with spaces up to a width; longer text stays as it is.
  public func padded(toColumns width: Int, alignment: Alignment = .left) -> VisibleText {
    let missing = width - columns
    guard missing > 0 else { return self }
    let spaces = VisibleText(trusted: String(repeating: " ", count: missing))
    return alignment == .left ? self + spaces : spaces + self
  }

  /// Where a text stands in a wider column.
  public enum Alignment: Hashable, Sendable {
    /// At the left, spaces after it.
    case left
    /// At the right, spaces before it.
    case right
  }
}

/// Tells which characters belong to a colour sequence, `ESC [ … m`; no other sequence is ever part
/// of visible text.
private struct ColourSequence {
  private var isOpen = false

  mutating func contains(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\u{1b}" {
      isOpen = true
    } else if isOpen {
      isOpen = scalar != "m"
      return true
    }
    return isOpen
  }
}
