extension Array {
  /// Returns a minimal subset of the elements, in their order, that still goes wrong. If any of
  /// these elements were removed, nothing would go wrong.
  ///
  /// Removes halves first, then quarters, and so on, down to single elements.
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
      // Elements that were needed only together with a removed element can now be removed too.
      if !(length == 1 && isSmaller) { length /= 2 }
    }
    return left
  }
}
