/// Which members of a row moved, when what can be told is the order before and after.
///
/// The fewest that explain the new order: all but a longest run that kept its order.
enum Moves {
  /// Tells for each position in `former` whether its member moved.
  ///
  /// - Parameter former: The members in their new order, by their former positions, all different.
  /// - Complexity: O(n) where little moved, O(n log n) at worst.
  static func moved(_ former: ContiguousArray<Int>) -> ContiguousArray<Bool> {
    var moved = ContiguousArray(repeating: true, count: former.count)
    var last = longestRun(former)
    while let position = last.position {
      moved[position] = false
      last.position = last.before[position] < 0 ? nil : last.before[position]
    }
    return moved
  }

  /// A longest increasing subsequence, from its end back (Fredman, "On computing the length of
  /// longest increasing subsequences").
  private static func longestRun(
    _ former: ContiguousArray<Int>
  ) -> (position: Int?, before: ContiguousArray<Int>) {
    // The position at which the best run of each length ends.
    var ends: ContiguousArray<Int> = []
    var before = ContiguousArray(repeating: -1, count: former.count)
    for position in former.indices {
      let length = firstEnd(atLeast: former[position], ends, former)
      if length > 0 { before[position] = ends[length - 1] }
      if length == ends.count { ends.append(position) } else { ends[length] = position }
    }
    return (ends.last, before)
  }

  private static func firstEnd(
    atLeast value: Int, _ ends: ContiguousArray<Int>, _ former: ContiguousArray<Int>
  ) -> Int {
    // What kept its order, nearly everything, goes behind all runs.
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
