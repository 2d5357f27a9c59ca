internal import BrowserModel

/// A list of texts, in the order in which they were first written, with the number of events that
/// contain each text.
struct ForgettingList {
  private var counts: [ForgettingItem: Int] = [:]
  private var order: [ForgettingItem] = []

  /// Counts an event with a text. An empty text is ignored.
  mutating func add(_ item: ForgettingItem) {
    guard !item.text.isEmpty else { return }
    if counts.updateValue((counts[item] ?? 0) + 1, forKey: item) == nil { order.append(item) }
  }

  /// The texts with their counts, grouped by kind.
  var all: [(item: ForgettingItem, count: Int)] {
    ForgettingItem.Kind.allCases.flatMap { kind in
      order.filter { $0.kind == kind }.map { ($0, counts[$0] ?? 0) }
    }
  }
}
