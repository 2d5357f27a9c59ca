extension Int {
  /// The next larger number, or the number itself if there is no larger number. A list of at most N
  /// items reads N + 1 items to find out whether it is truncated, and N may be the largest possible
  /// number.
  package var successorOrMax: Int { sumOrMax(1) }

  /// Returns the sum with a number that is not negative, or the largest possible number.
  package func sumOrMax(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
