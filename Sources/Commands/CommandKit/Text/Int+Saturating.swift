extension Int {
  /// The next larger number, or the number itself if there is no larger number. A list of at most N
  /// items reads N + 1 items to find out whether it is truncated, and N may be the largest possible
  /// number.
  package var successorOrMax: Int { self == .max ? self : self + 1 }
}
