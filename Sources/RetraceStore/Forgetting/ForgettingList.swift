internal import BrowserModel

/// Texts and the number of events that contain each, in the order in which they were first written.
struct ForgettingList {
  private var counts: [ForgettingItem: Int] = [:]
  private var order: [ForgettingItem] = []

  /// Counts an event with a text. An empty text is ignored.
  mutating func add(_ item: ForgettingItem) {
    guard !item.text.isEmpty else { return }
    if counts.updateValue((counts[item] ?? 0) + 1, forKey: item) == nil { order.append(item) }
  }

  /// The texts with their counts, kind by kind.
  var all: [(item: ForgettingItem, count: Int)] {
    ForgettingItem.Kind.allCases.flatMap { kind in
      order.filter { $0.kind == kind }.map { ($0, counts[$0] ?? 0) }
    }
  }
}
