/// What was closed, the oldest first.
///
/// A queue: that its oldest item goes costs the same however many there are, because what has gone
/// stays in front until there is as much of it as of the rest.
public struct ClosedItems: Sendable {
  private var items: ContiguousArray<ClosedItem> = []
  private var goneCount = 0

  /// Adds the newest item; beyond the limit the oldest goes. O(1) on average.
  mutating func append(_ item: ClosedItem, limit: Int) {
    items.append(item)
    while count > limit { dropOldest() }
  }

  @discardableResult
  mutating func remove(at position: Int) -> ClosedItem { items.remove(at: goneCount + position) }

  private mutating func dropOldest() {
    items[goneCount].tabs = []
    goneCount += 1
    guard goneCount > count else { return }
    items.removeFirst(goneCount)
    goneCount = 0
  }
}

extension ClosedItems: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { items.count - goneCount }

  public internal(set) subscript(position: Int) -> ClosedItem {
    _read { yield items[goneCount + position] }
    _modify { yield &items[goneCount + position] }
  }
}

extension ClosedItems: Equatable {
  public static func == (left: ClosedItems, right: ClosedItems) -> Bool {
    left.elementsEqual(right)
  }
}
