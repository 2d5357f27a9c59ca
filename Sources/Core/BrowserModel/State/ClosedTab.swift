/// A closed tab, with its state and its place.
public struct ClosedTab: Equatable, Sendable {
  /// The tab with its history at the time of closing.
  public internal(set) var tab: Tab
  /// The index of the tab in its window, from 0. Tabs of the same item that closed earlier are not
  /// counted, except in a closed window.
  public internal(set) var index: Int
  /// The number of tabs of the same group to the left of the tab, or 0 if the tab had no group.
  public internal(set) var indexInGroup: Int
  /// The tab's group, from which the group can be re-created, or nil if the tab had no group. Its
  /// ``TabGroup/count`` is 0.
  public internal(set) var group: TabGroup?
  /// The tab that had opened this tab (T8), or nil.
  public internal(set) var opener: TabID?
  /// The custom values of the tab.
  public internal(set) var values: ContiguousArray<ValueTable.Entry>
}

extension ClosedTab {
  init(_ record: ClosedTabRecord, _ entries: EntryStore, _ values: ValueTable) {
    tab = Tab(record.tab, entries: entries.entries(of: record.tab.history))
    index = record.index
    indexInGroup = record.indexInGroup
    group = record.group.id.exists ? record.group : nil
    opener = record.opener.ifExists
    self.values = values[.tab(record.tab.id)]
  }
}
