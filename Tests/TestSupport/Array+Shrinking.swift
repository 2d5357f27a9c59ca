extension Array {
  /// As few of the elements, in their order, as still go wrong: without any one more, all would be well.
  ///
  /// Halves are left out first, then quarters, and so on, down to single ones.
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
      // What was needed beside something that has gone by now may go, too.
      if !(length == 1 && isSmaller) { length /= 2 }
    }
    return left
  }
}
