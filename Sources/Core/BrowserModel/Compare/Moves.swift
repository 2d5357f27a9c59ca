/// Finds a minimal set of list members that moved: all members except a longest subsequence that
/// kept its order.
enum Moves {
  /// Returns, for each position of `former`, whether the member moved.
  ///
  /// - Parameter former: The previous indexes of the members, in their new order, all different.
  /// - Complexity: O(n) if little moved, O(n log n) at worst
  static func moved(_ former: ContiguousArray<Int>) -> ContiguousArray<Bool> {
    var moved = ContiguousArray(repeating: true, count: former.count)
    var last = longestRun(former)
    while let position = last.position {
      moved[position] = false
      last.position = last.before[position] < 0 ? nil : last.before[position]
    }
    return moved
  }

  /// Finds a longest increasing subsequence (Fredman, "On computing the length of longest
  /// increasing subsequences").
  ///
  /// - Returns: The position of the last element, or nil for an empty list. Also returns, for each
  ///   position, the previous position in the run that ends at this position, or −1 if the run
  ///   starts at this position.
  private static func longestRun(
    _ former: ContiguousArray<Int>
  ) -> (position: Int?, before: ContiguousArray<Int>) {
    // For each length, the position of the smallest value that ends a run of this length.
    var ends: ContiguousArray<Int> = []
    var before = ContiguousArray(repeating: -1, count: former.count)
    for position in former.indices {
      let length = firstEnd(atLeast: former[position], ends, former)
      if length > 0 { before[position] = ends[length - 1] }
      if length == ends.count { ends.append(position) } else { ends[length] = position }
    }
    return (ends.last, before)
  }

  /// Returns the length of the longest run that a value can extend. Uses binary search.
  private static func firstEnd(
    atLeast value: Int, _ ends: ContiguousArray<Int>, _ former: ContiguousArray<Int>
  ) -> Int {
    // Usually, nearly all members have kept their order, so each one extends the longest run.
    guard let last = ends.last, former[last] >= value else { return ends.count }
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if former[ends[middle]] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
