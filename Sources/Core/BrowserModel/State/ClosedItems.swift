/// A collection of closed items, oldest first. Each item is created when it is read.
public struct ClosedItems: Sendable {
  private let list: ClosedList
  private let entries: EntryStore
  private let values: ValueTable

  init(_ list: ClosedList, _ entries: EntryStore, _ values: ValueTable) {
    self.list = list
    self.entries = entries
    self.values = values
  }
}

extension ClosedItems: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of items.
  public var endIndex: Int { list.count }

  /// The item at a position, where 0 is the oldest, with its tabs and their histories.
  ///
  /// - Complexity: O(entries of the item's tabs)
  public subscript(position: Int) -> ClosedItem {
    let item = list[position]
    return ClosedItem(
      id: item.id, kind: item.kind, window: item.window, bounds: item.bounds,
      showState: item.showState, title: item.title, activeTab: item.activeTab,
      tabs: ContiguousArray(list.tabs(of: position).map { ClosedTab($0, entries, values) }))
  }
}

extension ClosedItems: Equatable {
  /// Compares item by item, including all histories. O(entries).
  public static func == (left: ClosedItems, right: ClosedItems) -> Bool {
    left.elementsEqual(right)
  }
}
