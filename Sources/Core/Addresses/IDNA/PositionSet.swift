/// A set of positions with counting and selection in O(log n), implemented as a Fenwick tree.
struct PositionSet {
  /// The tree. Each element counts the positions of a range that ends at its index.
  private var sums: [Int32]
  /// The number of positions in the set.
  private(set) var insertedCount = 0

  /// Creates an empty set of positions below `count`.
  init(count: Int) {
    sums = [Int32](repeating: 0, count: count + 1)
  }

  /// Creates the set of all positions below `count`.
  init(full count: Int) {
    self.init(count: count)
    insertedCount = count
    for index in sums.indices.dropFirst() { sums[index] = Int32(index & -index) }
  }

  /// Inserts a position that is not in the set. O(log n).
  mutating func insert(_ position: Int) {
    insertedCount += 1
    add(1, at: position)
  }

  /// Removes a position that is in the set. O(log n).
  mutating func remove(_ position: Int) {
    insertedCount -= 1
    add(-1, at: position)
  }

  /// Returns the number of smaller positions in the set. O(log n).
  func count(before position: Int) -> Int {
    var total: Int32 = 0
    var index = position
    while index > 0 {
      total += sums[index]
      index &= index - 1
    }
    return Int(total)
  }

  /// Returns the position in the set that is preceded by `index` smaller positions in the set.
  /// O(log n).
  func position(ofIndex index: Int) -> Int {
    var position = 0
    var left = Int32(truncatingIfNeeded: index)
    var step = 1
    while step * 2 < sums.count { step *= 2 }
    while step > 0 {
      if position + step < sums.count, sums[position + step] <= left {
        position += step
        left -= sums[position]
      }
      step /= 2
    }
    return position
  }

  private mutating func add(_ amount: Int32, at position: Int) {
    var index = position + 1
    while index < sums.count {
      sums[index] += amount
      index += index & -index
    }
  }
}
