/// The rank of a tab. The tabs of a window are in the order of their ranks.
///
/// A place between two tabs has a rank between the ranks of these tabs. New tabs at either end keep
/// a distance that leaves room for many tabs in between.
struct TabRank {
  /// The rank, never 0.
  var value: Int64
  /// The event that assigned the rank to the tab.
  var placement: EventID

  /// The distance between the rank of a new tab at an end of the window and the rank of the
  /// previous outermost tab.
  private static let stride: Int64 = 1 << 40
  /// The maximum rank. The minimum is the negative of this value, so the difference between two
  /// ranks never overflows.
  private static let limit: Int64 = 1 << 62

  /// Whether a rank is within the limits. Damaged or foreign events may contain other ranks.
  static func isAllowed(_ rank: Int64) -> Bool { (-limit...limit).contains(rank) }

  /// Returns a rank between the ranks of two neighbours, or 0 if there is no room between them.
  ///
  /// Tabs are often opened one after the other, each next to the previous one. Therefore, the new
  /// rank is close to the rank of the newer neighbour. This leaves most of the space for the next
  /// tab.
  ///
  /// - Parameters:
  ///   - left: The rank of the left neighbour, or nil at the left end.
  ///   - right: The rank of the right neighbour, or nil at the right end.
  static func between(_ left: TabRank?, _ right: TabRank?) -> Int64 {
    switch (left, right) {
    case (nil, nil): return stride
    case (let left?, nil):
      return checked(left.value + min(stride, (limit - left.value) / 8), left, right)
    case (nil, let right?):
      return checked(right.value - min(stride, (right.value + limit) / 8), left, right)
    case (let left?, let right?):
      guard left.value < right.value else { return 0 }
      let step = max(1, (right.value - left.value) / 8)
      let isLeftNewer =
        left.placement.rawValue.magnitude > right.placement.rawValue.magnitude
      return checked(isLeftNewer ? left.value + step : right.value - step, left, right)
    }
  }

  /// Returns the range of ranks for several tabs between two neighbours: the first rank, and the
  /// maximum bit length of the distance from the first rank to the last. Both numbers are 0 if
  /// there is no room.
  static func range(between left: TabRank?, _ right: TabRank?) -> (first: Int64, bits: Int32) {
    switch (left, right) {
    case (nil, nil): return (stride, 39)
    case (let left?, nil):
      return left.value < limit - 2 * stride ? (left.value + stride, 39) : (0, 0)
    case (nil, let right?):
      return right.value > 2 * stride - limit ? (right.value - stride, 39) : (0, 0)
    case (let left?, let right?):
      let quarter = (right.value - left.value) / 4
      guard quarter > 1 else { return (0, 0) }
      return (left.value + quarter, Int32(63 - quarter.leadingZeroBitCount))
    }
  }

  /// Returns the distance between the ranks of several tabs that share a range, or 0 if the range
  /// is too small for the tabs.
  ///
  /// - Parameters:
  ///   - bits: The value that ``range(between:_:)`` returned. For other values, the distance is
  ///     arbitrary.
  ///   - count: The number of tabs.
  static func step(bits: Int32, count: Int) -> Int64 {
    guard bits > 0, bits < 62, count > 0 else { return 0 }
    let needed = Int32(Int.bitWidth - count.leadingZeroBitCount)
    return bits > needed ? 1 << Int64(bits - needed) : 0
  }

  /// Returns the given rank, or an adjacent rank, that is between the ranks of two neighbours and
  /// is not 0. Returns 0 if there is no such rank.
  private static func checked(_ rank: Int64, _ left: TabRank?, _ right: TabRank?) -> Int64 {
    for candidate in [rank, rank + 1, rank - 1] where candidate != 0 {
      if left.map({ $0.value < candidate }) ?? true, right.map({ candidate < $0.value }) ?? true {
        return candidate
      }
    }
    return 0
  }
}
