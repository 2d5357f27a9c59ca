/// A closed tab: what it was, and where it stood.
public struct ClosedTab: Equatable, Sendable {
  /// The tab with its history as it was when it closed.
  public internal(set) var tab: Tab
  /// Its index in the window, from 0. Tabs of the same item that closed before it are not
  /// counted, except in a closed window.
  public internal(set) var index: Int
  /// The number of tabs of its group that were to its left; 0 without a group.
  public internal(set) var indexInGroup: Int
  /// The title, colour and state of its group, so that the group can be made again, or nil if it
  /// was in none. Its ``TabGroup/count`` is 0.
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
