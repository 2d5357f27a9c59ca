/// Words and in how many events they stand, in the order in which they came.
struct ForgettingList {
  private var counts: [ForgettingItem: Int] = [:]
  private var order: [ForgettingItem] = []

  mutating func add(_ item: ForgettingItem) {
    guard !item.text.isEmpty else { return }
    if counts.updateValue((counts[item] ?? 0) + 1, forKey: item) == nil { order.append(item) }
  }

  /// Each kind by itself.
  var all: [(item: ForgettingItem, count: Int)] {
    ForgettingItem.Kind.allCases.flatMap { kind in
      order.filter { $0.kind == kind }.map { ($0, counts[$0] ?? 0) }
    }
  }
}
