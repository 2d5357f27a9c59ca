extension Int {
  /// The next larger number, or the number itself if there is none. A list of at most N items reads one
  /// more to find out whether it was cut, and N can be any number that fits.
  package var successorOrMax: Int { self == .max ? self : self + 1 }
}
