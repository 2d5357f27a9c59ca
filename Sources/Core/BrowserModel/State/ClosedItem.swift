/// Something that was closed and can be reopened as one: a tab, tabs closed together, a window (T4).
public struct ClosedItem: Equatable, Sendable {
  /// The event that closed the first of it.
  public internal(set) var id: EventID
  public internal(set) var kind: Kind
  /// The window that it was in.
  public internal(set) var window: EventID
  /// The place of the window, if that closed with it.
  public internal(set) var bounds: Window.Bounds
  public internal(set) var showState: Window.ShowState
  /// The tab that was active in the closed window, or nothing.
  public internal(set) var activeTab: EventID
  /// In the order in which they closed; a window's from left to right.
  public internal(set) var tabs: ContiguousArray<ClosedTab>

  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    case tab, tabs, window
  }
}

/// A closed tab: all that it was, and where it stood.
public struct ClosedTab: Equatable, Sendable {
  public internal(set) var tab: Tab
  /// Its position in the window when it closed.
  public internal(set) var index: Int
  /// How many tabs of its group stood before it.
  public internal(set) var indexInGroup: Int
  /// What its group looked like, so that the group can come back with it.
  public internal(set) var group: TabGroup?
  /// The tab that had opened it, or nothing.
  public internal(set) var opener: EventID
}

extension Browser {
  /// An open tab as it would be kept if it closed now.
  public func closing(_ id: EventID) -> ClosedTab? {
    let slot = tabTable.slot(of: id)
    guard slot >= 0 else { return nil }
    var record = closingRecord(slot)
    record.index = windowTable[tabTable[slot].window]?.tabs.firstIndex(of: id) ?? 0
    return ClosedTab(record, rowStore)
  }

  /// What was closed, the oldest first; at most ``closedLimit`` items.
  public var closed: ClosedItems { ClosedItems(closedList, rowStore) }
}

extension ClosedTab {
  init(_ record: ClosedTabRecord, _ rows: RowStore) {
    tab = Tab(record.tab, rows: rows.rows(of: record.tab.history))
    index = record.index
    indexInGroup = record.indexInGroup
    group = record.group.id.exists ? record.group : nil
    opener = record.opener
  }
}

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
