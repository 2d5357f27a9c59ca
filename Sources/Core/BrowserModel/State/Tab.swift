/// A tab with its session history.
///
/// A `Tab` is a copy for reading that ``Browser/tab(_:)`` creates, or that a ``ClosedTab``
/// contains. The state itself stores tabs and entries separately.
public struct Tab: Equatable, Sendable {
  /// The event that opened the tab. The id does not change when the tab is closed and reopened
  /// (T4).
  public internal(set) var id: TabID
  /// The window of the tab, or its last window if it is closed.
  public internal(set) var window: WindowID
  /// The entries of the session history, oldest first.
  ///
  /// An open tab has at least one entry, the start page. The list is empty only in a tab that was
  /// restored without its entries, and in ``Browser/shown(_:text:)`` if everything was forgotten.
  public internal(set) var entries: ContiguousArray<HistoryEntry>
  /// The index of the current entry in ``entries``, from 0. Meaningless if there are no entries.
  public internal(set) var index: Int
  /// The event that started a pending navigation or travel, or nil if nothing is pending (H7).
  public internal(set) var pending: EventID?
  /// The target entry of a pending travel, or nil if a new page or nothing is pending.
  public internal(set) var pendingEntry: EntryID?
  /// The newest event that requires an engine to show something in this tab.
  ///
  /// A front end compares this event with the last event that it has handled. If they differ, the
  /// engine must show the event that ``Browser/wantedContent(of:)`` returns.
  public internal(set) var wanted: EventID
  /// The event that reported the failure if ``status`` is ``Status/failed``, otherwise nil.
  public internal(set) var failure: EventID?
  /// The event that last made this tab the active tab of its window, or nil.
  public internal(set) var lastActive: EventID?
  /// The loading status of the page (T6).
  public internal(set) var status: Status
  /// Whether the tab is pinned. Pinned tabs precede all other tabs and are not in a group (T1).
  public internal(set) var isPinned: Bool
  /// Whether the user has muted the tab.
  public internal(set) var isMuted: Bool
  /// The tab's group, or nil.
  public internal(set) var group: GroupID?
  /// The temporary zoom of the tab (Z3), or ``ZoomLevel/none``.
  public internal(set) var temporaryZoom: ZoomLevel
  /// The event with fields of an importer that the model does not interpret, or nil.
  public internal(set) var kept: EventID?
  /// The tab that opened this tab (T8), or nil if no tab did or the opener is closed (T3).
  ///
  /// Not set in a closed tab. See ``ClosedTab/opener``.
  public internal(set) var opener: TabID?
  /// The parent of this tab in its opener group (T8), or nil. Not set in a closed tab.
  public internal(set) var openerGroupParent: TabID?

  /// The loading status of a page (T6). Selecting the tab does not change the status. Raw values
  /// are stored in snapshots.
  ///
  /// - `complete`: The page is loaded, or no engine loads pages.
  /// - `loading`: An engine is loading the page, or has yet to start.
  /// - `failed`: The load failed. ``Tab/failure`` states why.
  /// - `discarded`: The page is not in memory. The page is loaded when an engine shows the tab.
  public enum Status: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case complete, loading, failed, discarded
  }

  init(_ record: TabRecord, entries: ContiguousArray<HistoryEntry>) {
    id = record.id
    window = record.window
    self.entries = entries
    index = Int(record.history.index)
    pending = record.pending.ifExists
    pendingEntry = record.pendingEntry.ifExists
    wanted = record.wanted
    failure = record.failure.ifExists
    lastActive = record.lastActive.ifExists
    status = record.status
    isPinned = record.isPinned
    isMuted = record.isMuted
    group = record.group.ifExists
    temporaryZoom = record.temporaryZoom
    kept = record.kept.ifExists
  }

  /// The current entry, or nil if the tab has none.
  public var currentEntry: HistoryEntry? {
    entries.indices.contains(index) ? entries[index] : nil
  }

  /// Whether the browser's own Back leads to an entry (H9). O(entries).
  public var canGoBack: Bool { steppedIndex(by: -1) != nil }
  /// Whether the browser's own Forward leads to an entry (H9). O(entries).
  public var canGoForward: Bool { steppedIndex(by: 1) != nil }
}

extension ContiguousArray<HistoryEntry> {
  /// Returns the index of the entry with this id, or nil. O(entries).
  func index(ofEntry entry: EntryID) -> Int? { lastIndex { $0.id == entry } }

  /// Returns the index of the newest entry with this content, or nil. O(entries).
  func index(ofContent content: EventID) -> Int? { lastIndex { $0.content == content } }
}

extension Tab.Status: CustomStringConvertible {
  /// The name in JSON and commands.
  public var description: String {
    switch self {
    case .complete: "complete"
    case .loading: "loading"
    case .failed: "failed"
    case .discarded: "discarded"
    }
  }
}
