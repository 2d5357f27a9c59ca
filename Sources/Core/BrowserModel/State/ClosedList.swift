/// The closed items as the fold stores them: two queues of plain data, one for the items and one
/// for the tabs of the items.
///
/// Dropping the oldest item is O(1) amortised, regardless of the length. Dropped items stay at the
/// front of the list until they make up half of the list. Then all dropped items are removed at
/// once.
struct ClosedList: Sendable {
  private var items: ContiguousArray<ClosedItemRecord> = []
  private var allTabs: ContiguousArray<ClosedTabRecord> = []
  private var goneItems = 0
  private var goneTabs = 0

  /// The size of the list in bytes.
  var byteCount: Int {
    items.count * MemoryLayout<ClosedItemRecord>.stride
      + allTabs.count * MemoryLayout<ClosedTabRecord>.stride
  }

  /// The number of items.
  var count: Int { items.count - goneItems }

  /// The item at a position, where 0 is the oldest.
  subscript(position: Int) -> ClosedItemRecord {
    get { items[goneItems + position] }
    _modify { yield &items[goneItems + position] }
  }

  /// Returns the tabs of an item. O(items after it).
  func tabs(of position: Int) -> ArraySlice<ClosedTabRecord> {
    ArraySlice(allTabs[range(of: position)])
  }

  /// Returns the position of the newest item that satisfies a condition, or nil if no item does.
  /// O(items).
  func last(where isWanted: (ClosedItemRecord) -> Bool) -> Int? {
    items[goneItems...].lastIndex(where: isWanted).map { $0 - goneItems }
  }

  /// The tabs of all items. The tabs of the newest item come first.
  var newestTabs: ReversedCollection<ArraySlice<ClosedTabRecord>> {
    ArraySlice(allTabs[goneTabs...]).reversed()
  }

  /// Adds an item as the newest. Its tabs must follow.
  mutating func append(_ item: ClosedItemRecord) { items.append(item) }

  /// Inserts an item at a position. Its tabs must follow. O(items after it).
  mutating func insert(_ item: ClosedItemRecord, at position: Int) {
    items.insert(item, at: goneItems + position)
  }

  /// Adds a tab to the newest item.
  mutating func append(_ tab: ClosedTabRecord) {
    allTabs.append(tab)
    items[items.count &- 1].tabCount &+= 1
  }

  /// Adds a tab to an item. O(items and tabs after it).
  mutating func append(_ tab: ClosedTabRecord, to position: Int) {
    allTabs.insert(tab, at: range(of: position).upperBound)
    self[position].tabCount += 1
  }

  /// Adjusts the indexes of an item's tabs before one of these tabs is reopened.
  ///
  /// The index of each tab does not count tabs that closed earlier. When the tab at `offset` is
  /// reopened, the tabs that closed later and were to its right must count the reopened tab again,
  /// and the index of the reopened tab must no longer count the tabs that closed later and were to
  /// its left.
  mutating func makeRoom(forTab offset: Int, of position: Int) {
    let range = range(of: position)
    let returning = allTabs[range.lowerBound + offset]
    var place = (index: returning.index, indexInGroup: returning.indexInGroup)
    for later in (range.lowerBound + offset + 1)..<range.upperBound
    where allTabs[later].tab.window == returning.tab.window {
      let isInGroup =
        returning.group.id.exists && allTabs[later].group.id == returning.group.id
      if allTabs[later].index >= place.index {
        allTabs[later].index += 1
        if isInGroup { allTabs[later].indexInGroup += 1 }
      } else {
        place.index -= 1
        if isInGroup { place.indexInGroup -= 1 }
      }
    }
    allTabs[range.lowerBound + offset].index = place.index
    allTabs[range.lowerBound + offset].indexInGroup = place.indexInGroup
  }

  /// Removes one tab from an item and returns it. The item is removed with its last tab.
  mutating func removeTab(at offset: Int, of position: Int) -> ClosedTabRecord {
    let tab = allTabs.remove(at: range(of: position).lowerBound + offset)
    self[position].tabCount -= 1
    if self[position].tabCount == 0 { items.remove(at: goneItems + position) }
    return tab
  }

  /// Removes an item with its tabs. The caller must drop the histories of the tabs.
  mutating func remove(at position: Int) {
    allTabs.removeSubrange(range(of: position))
    items.remove(at: goneItems + position)
  }

  /// Removes the oldest item and calls `body` with each of its tabs.
  ///
  /// - Complexity: O(tabs of the item), amortised
  @inline(__always)
  mutating func dropOldest(_ body: (borrowing ClosedTabRecord) -> Void) {
    let tabCount = Int(items[goneItems].tabCount)
    for position in goneTabs..<(goneTabs + tabCount) { body(allTabs[position]) }
    goneItems &+= 1
    goneTabs &+= tabCount
    guard goneItems > count else { return }
    items.removeSubrange(0..<goneItems)
    allTabs.removeSubrange(0..<goneTabs)
    goneItems = 0
    goneTabs = 0
  }

  /// Returns the range of an item's tabs in ``allTabs``, counted from the end. O(items after it).
  private func range(of position: Int) -> Range<Int> {
    var end = allTabs.count
    for later in stride(from: items.count - 1, to: goneItems + position, by: -1) {
      end -= Int(items[later].tabCount)
    }
    return (end - Int(self[position].tabCount))..<end
  }
}
