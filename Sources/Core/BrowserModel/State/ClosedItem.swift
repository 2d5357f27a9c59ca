/// Something that was closed as one and is reopened as one: a tab, several tabs, or a
/// window (T4).
public struct ClosedItem: Equatable, Sendable {
  /// The event that closed the first of its tabs, or the window.
  public internal(set) var id: ClosedItemID
  /// What was closed.
  public internal(set) var kind: Kind
  /// The window that closed, or that the first of the tabs was in.
  public internal(set) var window: WindowID
  /// Where the window stood, if it closed with the tabs; else ``Window/Bounds/unknown``.
  public internal(set) var bounds: Window.Bounds
  /// How the window was shown, if it closed with the tabs; else
  /// ``Window/ShowState/normal``.
  public internal(set) var showState: Window.ShowState
  /// The event that had set the window's name, if the window closed with the tabs; else
  /// ``EventID/nothing``.
  public internal(set) var title: EventID
  /// The active tab of a closed window; ``EventID/nothing`` for other kinds.
  public internal(set) var activeTab: TabID
  /// The closed tabs, never empty: those of a window from left to right, others in the
  /// order in which they closed.
  public internal(set) var tabs: ContiguousArray<ClosedTab>

  /// What was closed: one tab, several tabs by one action, or a window.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    case tab, tabs, window
  }
}

/// A closed tab: what it was, and where it stood.
public struct ClosedTab: Equatable, Sendable {
  /// The tab with its history as it was when it closed.
  public internal(set) var tab: Tab
  /// Its index in the window, from 0. Tabs of the same item that closed before it are not
  /// counted, except in a closed window.
  public internal(set) var index: Int
  /// How many tabs of its group stood to its left; 0 without a group.
  public internal(set) var indexInGroup: Int
  /// The title, colour and state of its group, so that the group can be made again; nil if
  /// it was in none. Its ``TabGroup/count`` is 0.
  public internal(set) var group: TabGroup?
  /// The tab that had opened it (T8), or nil.
  public internal(set) var opener: TabID?
}

extension ClosedTab {
  init(_ record: ClosedTabRecord, _ entries: EntryStore) {
    tab = Tab(record.tab, entries: entries.entries(of: record.tab.history))
    index = record.index
    indexInGroup = record.indexInGroup
    group = record.group.id.exists ? record.group : nil
    opener = record.opener.ifExists
  }
}

/// A collection of closed items, the oldest first. It makes each item when it is read.
public struct ClosedItems: Sendable {
  private let list: ClosedList
  private let entries: EntryStore

  init(_ list: ClosedList, _ entries: EntryStore) {
    self.list = list
    self.entries = entries
  }
}

extension ClosedItems: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// How many items there are.
  public var endIndex: Int { list.count }

  /// The item at a position, 0 being the oldest, with its tabs and their histories.
  ///
  /// - Complexity: O(entries of its tabs)
  public subscript(position: Int) -> ClosedItem {
    let item = list[position]
    return ClosedItem(
      id: item.id, kind: item.kind, window: item.window, bounds: item.bounds,
      showState: item.showState, title: item.title, activeTab: item.activeTab,
      tabs: ContiguousArray(list.tabs(of: position).map { ClosedTab($0, entries) }))
  }
}

extension ClosedItems: Equatable {
  /// Compares item by item, with all histories. O(entries).
  public static func == (left: ClosedItems, right: ClosedItems) -> Bool {
    left.elementsEqual(right)
  }
}
