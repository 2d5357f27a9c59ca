/// The page that an engine should show in a tab, as plain data.
///
/// Creating a goal does not copy the history, so all tabs can be checked after every change.
public struct TabGoal: Equatable, Sendable, BitwiseCopyable {
  /// The tab.
  public var tab: TabID
  /// The newest event that requires an engine to show something, like ``Tab/wanted``.
  public var wanted: EventID
  /// The load or travel that has not ended yet, or ``EventID/nothing``.
  public var pending: EventID
  /// The target entry of a pending travel, or ``EventReference/nothing``.
  public var pendingEntry: EntryID
  /// The content of the current entry, or ``EventID/nothing`` in a tab without entries.
  public var current: EventID
  /// The number of entries of the tab.
  public var count: Int
  /// The index of the current entry, from 0.
  public var index: Int
  /// The loading status of the page (T6).
  public var status: Tab.Status
  /// The temporary zoom of the tab (Z3), or ``ZoomLevel/none``.
  public var temporaryZoom: ZoomLevel
}

extension Browser {
  /// Returns the goal of an open tab, or nil if the tab is not open.
  ///
  /// - Complexity: O(1), or O(entries) if the state comes from a snapshot and the tab's history is
  ///   still packed
  public func goal(of id: TabID) -> TabGoal? {
    guard let tab = record(id) else { return nil }
    return TabGoal(
      tab: id, wanted: tab.wanted, pending: tab.pending, pendingEntry: tab.pendingEntry,
      current: currentEntry(of: tab)?.content ?? .nothing, count: Int(tab.history.count),
      index: Int(tab.history.index), status: tab.status, temporaryZoom: tab.temporaryZoom)
  }

  /// The open tabs that are loading or have yet to start loading, in no particular order.
  ///
  /// - Complexity: O(tabs), a scan of plain data
  public var loadingTabs: [TabID] {
    var loading: [TabID] = []
    for tab in tabTable.slots where tab.status == .loading && tab.id.exists {
      loading.append(tab.id)
    }
    return loading
  }

  /// Calls `body` with the entries of an open tab, newest first, until it returns false.
  ///
  /// - Complexity: O(entries). The history is copied only if it is packed.
  public func visitEntries(of id: TabID, _ body: (HistoryEntry) -> Bool) {
    guard let history = record(id)?.history else { return }
    guard history.packedOffset == nil else {
      for entry in entryStore.entries(of: history).reversed() where !body(entry) { return }
      return
    }
    _ = entryStore.last(of: history) { !body($0) }
  }
}
