extension Array {
  /// Returns a minimal subsequence that still causes a failure. Without any one of its elements,
  /// there would be no failure.
  ///
  /// First tries to omit halves, then quarters, and so on, down to single elements.
  public func shrunk(while goesWrong: ([Element]) -> Bool) -> [Element] {
    var left = self
    var length = count / 2
    while length > 0 {
      var start = 0
      var isSmaller = false
      while start < left.count {
        var fewer = left
        fewer.removeSubrange(start..<Swift.min(start + length, left.count))
        if goesWrong(fewer) {
          left = fewer
          isSmaller = true
        } else {
          start += length
        }
      }
      // An element that was necessary may have become unnecessary after others were removed.
      if !(length == 1 && isSmaller) { length /= 2 }
    }
    return left
  }
}
