/// What was closed, as the fold keeps it: two queues of plain data, one of items and one of their
/// tabs.
///
/// That the oldest item goes costs the same however many there are, because what has gone stays in
/// front until there is as much of it as of the rest.
struct ClosedList: Sendable {
  private var items: ContiguousArray<ClosedItemRecord> = []
  private var allTabs: ContiguousArray<ClosedTabRecord> = []
  private var goneItems = 0
  private var goneTabs = 0

  var count: Int { items.count - goneItems }

  subscript(position: Int) -> ClosedItemRecord {
    get { items[goneItems + position] }
    _modify { yield &items[goneItems + position] }
  }

  /// The tabs of an item. O(items behind it).
  func tabs(of position: Int) -> ArraySlice<ClosedTabRecord> {
    ArraySlice(allTabs[range(of: position)])
  }

  /// The newest item that is wanted. O(items).
  func last(where isWanted: (ClosedItemRecord) -> Bool) -> Int? {
    items[goneItems...].lastIndex(where: isWanted).map { $0 - goneItems }
  }

  mutating func append(_ item: ClosedItemRecord) { items.append(item) }

  /// Adds a tab to the newest item.
  mutating func append(_ tab: ClosedTabRecord) {
    allTabs.append(tab)
    items[items.count &- 1].tabCount &+= 1
  }

  /// Reckons the places of an item's tabs as if one of them had not closed. Each tab's place was
  /// counted without those that closed before it: where that one stood to the left, it counts again.
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

  /// Takes one tab out of an item, and the item with its last one.
  mutating func removeTab(at offset: Int, of position: Int) -> ClosedTabRecord {
    let tab = allTabs.remove(at: range(of: position).lowerBound + offset)
    self[position].tabCount -= 1
    if self[position].tabCount == 0 { items.remove(at: goneItems + position) }
    return tab
  }

  mutating func remove(at position: Int) {
    allTabs.removeSubrange(range(of: position))
    items.remove(at: goneItems + position)
  }

  /// Takes the oldest item away; `body` gets each of its tabs. O(its tabs) on average.
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

  private func range(of position: Int) -> Range<Int> {
    var end = allTabs.count
    for later in stride(from: items.count - 1, to: goneItems + position, by: -1) {
      end -= Int(items[later].tabCount)
    }
    return (end - Int(self[position].tabCount))..<end
  }
}

/// A closed item as the fold keeps it.
struct ClosedItemRecord: BitwiseCopyable, Sendable {
  var id: EventID
  var kind: ClosedItem.Kind
  var window: EventID
  var bounds = Window.Bounds.unknown
  var showState = Window.ShowState.normal
  var activeTab = EventID.nothing
  var tabCount: Int32 = 0
}

/// A closed tab as the fold keeps it. Its history stays in the ``RowStore``.
struct ClosedTabRecord: BitwiseCopyable, Sendable {
  var tab: TabRecord
  var index = 0
  /// How many tabs of its group stood before it.
  var indexInGroup = 0
  /// ``TabGroup/vacant`` for a tab that was in no group.
  var group: TabGroup
  var opener: EventID
}
