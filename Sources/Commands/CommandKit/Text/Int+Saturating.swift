extension Int {
  /// The next larger number, or the number itself if there is none. A list of at most N items reads
  /// one more item to find out whether it is truncated, and N may be the largest possible number.
  package var successorOrMax: Int { self == .max ? self : self + 1 }
}
