/// A set of numbers below a limit, stored as one bit per number.
struct NumberSet {
  private var words: [UInt64]
  /// The exclusive upper bound of the numbers.
  let limit: UInt64
  /// The number of elements.
  private(set) var count: UInt64 = 0

  /// Creates an empty set.
  init(below limit: UInt64) {
    self.limit = limit
    words = Array(repeating: 0, count: Int(limit / 64) + 1)
  }

  /// Whether the set contains a number.
  @inline(__always)
  func contains(_ number: UInt64) -> Bool {
    number < limit && words[Int(number / 64)] & (1 << (number % 64)) != 0
  }

  /// Adds a number.
  ///
  /// - Returns: False if the set already contains the number or the number is not below the limit.
  @inline(__always)
  @discardableResult
  mutating func insert(_ number: UInt64) -> Bool {
    guard number < limit else { return false }
    let bit: UInt64 = 1 << (number % 64)
    guard words[Int(number / 64)] & bit == 0 else { return false }
    words[Int(number / 64)] |= bit
    count += 1
    return true
  }

  /// Removes a number.
  mutating func remove(_ number: UInt64) {
    guard contains(number) else { return }
    words[Int(number / 64)] &= ~(1 << (number % 64))
    count -= 1
  }

  /// Returns the numbers in a range that are not in the set, as ranges.
  func gaps(from first: UInt64, through last: UInt64) -> [ClosedRange<UInt64>] {
    var gaps: [ClosedRange<UInt64>] = []
    var start: UInt64?
    var number = first
    while number <= last {
      if start == nil, number % 64 == 0, number + 63 <= last, words[Int(number / 64)] == .max {
        number += 64
        continue
      }
      if contains(number) {
        if let begun = start { gaps.append(begun...number - 1) }
        start = nil
      } else if start == nil {
        start = number
      }
      number += 1
    }
    if let start { gaps.append(start...last) }
    return gaps
  }
}
