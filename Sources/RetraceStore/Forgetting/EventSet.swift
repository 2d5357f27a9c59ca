internal import BrowserModel

/// A set of events that takes four bytes per event.
struct EventSet {
  private var numbers: ContiguousArray<Int32> = []
  private var isSorted = true

  /// The number of added events. After ``sort()``, each event counts once.
  var count: Int { numbers.count }

  /// Adds an event. Call ``sort()`` before ``contains(_:)``.
  mutating func insert(_ event: EventID) {
    if let last = numbers.last {
      if last == event.rawValue { return }
      if last > event.rawValue { isSorted = false }
    }
    numbers.append(event.rawValue)
  }

  /// Sorts the added events.
  mutating func sort() {
    guard !isSorted else { return }
    numbers.sort()
    var different: ContiguousArray<Int32> = []
    for number in numbers where number != different.last { different.append(number) }
    numbers = different
    isSorted = true
  }

  /// Whether an event was added.
  ///
  /// - Complexity: O(log n).
  func contains(_ event: EventID) -> Bool {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < event.rawValue { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] == event.rawValue
  }
}
