/// What was closed, the oldest first, as others see it.
public struct ClosedItems: Sendable {
  private let list: ClosedList
  private let rows: RowStore

  init(_ list: ClosedList, _ rows: RowStore) {
    self.list = list
    self.rows = rows
  }
}

extension ClosedItems: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { list.count }

  /// An item with all its tabs. O(rows of its tabs).
  public subscript(position: Int) -> ClosedItem {
    let item = list[position]
    return ClosedItem(
      id: item.id, kind: item.kind, window: item.window, bounds: item.bounds,
      showState: item.showState, activeTab: item.activeTab,
      tabs: ContiguousArray(list.tabs(of: position).map { ClosedTab($0, rows) }))
  }
}

extension ClosedItems: Equatable {
  public static func == (left: ClosedItems, right: ClosedItems) -> Bool {
    left.elementsEqual(right)
  }
}
