/// A closed tab, with its state and its place.
public struct ClosedTab: Equatable, Sendable {
  /// The tab with its history at the time of closing.
  public internal(set) var tab: Tab
  /// Its index in the window, from 0. Tabs of the same item that closed before it are not
  /// counted, except in a closed window.
  public internal(set) var index: Int
  /// The number of tabs of its group to its left, or 0 without a group.
  public internal(set) var indexInGroup: Int
  /// The title, colour and state of its group, so that the group can be re-created, or nil if it
  /// had no group. Its ``TabGroup/count`` is 0.
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
