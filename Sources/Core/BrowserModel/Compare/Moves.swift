/// Finds a minimal set of members of a list that moved: all except a longest run that kept its
/// order.
enum Moves {
  /// Returns for each position of `former` whether its member moved.
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
  /// - Returns: The position of its last element, or nil for an empty list; and, for each position,
  ///   the previous position in the run that ends there, or −1.
  private static func longestRun(
    _ former: ContiguousArray<Int>
  ) -> (position: Int?, before: ContiguousArray<Int>) {
    // For each length, the position at which the best run of this length ends.
    var ends: ContiguousArray<Int> = []
    var before = ContiguousArray(repeating: -1, count: former.count)
    for position in former.indices {
      let length = firstEnd(atLeast: former[position], ends, former)
      if length > 0 { before[position] = ends[length - 1] }
      if length == ends.count { ends.append(position) } else { ends[length] = position }
    }
    return (ends.last, before)
  }

  /// The length of the longest run that a value can extend, found by binary search.
  private static func firstEnd(
    atLeast value: Int, _ ends: ContiguousArray<Int>, _ former: ContiguousArray<Int>
  ) -> Int {
    // Usually, nearly all members kept their order and extend the longest run.
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
