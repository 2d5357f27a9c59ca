extension Span<UInt8> {
  /// Whether a range has nothing but digits.
  func areDigits(_ range: Range<Int>) -> Bool {
    for index in range where !self[index].isDigit { return false }
    return true
  }

  /// Whether a range is empty or a number up to 65535.
  func isPort(_ range: Range<Int>) -> Bool {
    var value = 0
    for index in range {
      guard self[index].isDigit, value <= 65535 else { return false }
      value = value * 10 + Int(self[index] &- 0x30)
    }
    return value <= 65535
  }
}
