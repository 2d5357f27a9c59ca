/// A tab with its session history.
///
/// It is a copy made for reading, by ``Browser/tab(_:)`` or from a ``ClosedTab``; the state
/// itself stores tabs and entries apart.
public struct Tab: Equatable, Sendable {
  /// The event that opened the tab. It keeps this id when it is closed and reopened (T4).
  public internal(set) var id: TabID
  /// The window that the tab is in, or was in when it closed.
  public internal(set) var window: WindowID
  /// The entries of the session history, oldest first.
  ///
  /// An open tab has at least one, the start page. The list is empty only in a tab that was
  /// restored and whose entries do not follow, and in ``Browser/shown(_:text:)`` where
  /// everything was forgotten.
  public internal(set) var entries: ContiguousArray<HistoryEntry>
  /// The index of the current entry in ``entries``, from 0; without meaning if there are none.
  public internal(set) var index: Int
  /// The event that started a navigation or a travel which has not ended yet, or nil if none is
  /// pending (H7).
  public internal(set) var pending: EventID?
  /// The entry that a pending travel goes to, or nil if a new page is pending, or nothing.
  public internal(set) var pendingEntry: EntryID?
  /// The newest event that asks an engine to show something in this tab.
  ///
  /// A front end compares it with the last one that it has answered. If it is another one, the
  /// engine must show what ``Browser/wantedContent(of:)`` names.
  public internal(set) var wanted: EventID
  /// The event that reported the failure, if ``status`` is ``Status/failed``, otherwise nil.
  public internal(set) var failure: EventID?
  /// The event that last made this the active tab of its window, or nil.
  public internal(set) var lastActive: EventID?
  /// How far the page of the tab is (T6).
  public internal(set) var status: Status
  /// Whether the tab is pinned. Pinned tabs stand before all others and are in no group
  /// (T1).
  public internal(set) var isPinned: Bool
  /// Whether the user has muted the tab.
  public internal(set) var isMuted: Bool
  /// The tab's group, or nil.
  public internal(set) var group: GroupID?
  /// A zoom of this tab alone (Z3), or ``ZoomLevel/none``.
  public internal(set) var temporaryZoom: ZoomLevel
  /// The event that carries fields of an importer that the model does not interpret, or
  /// nil.
  public internal(set) var kept: EventID?
  /// The tab that opened this one (T8), or nil if none did or it is closed
  /// (T3).
  ///
  /// It is not set in a closed tab: see ``ClosedTab/opener``.
  public internal(set) var opener: TabID?
  /// The tab to whose opener group this one belongs (T8), or nil. Not set
  /// in a closed tab.
  public internal(set) var openerGroupParent: TabID?

  /// How far the page of a tab is (T6). A selection does not change it. Raw values are
  /// stored in snapshots.
  ///
  /// - `complete`: The page is there, or no engine loads pages.
  /// - `loading`: An engine loads the page, or must begin.
  /// - `failed`: The load failed; ``Tab/failure`` says why.
  /// - `discarded`: The page is not in memory. It is loaded when an engine shows the tab.
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

  /// The current entry; nil in a tab that has none.
  public var currentEntry: HistoryEntry? {
    entries.indices.contains(index) ? entries[index] : nil
  }

  /// Whether the browser's own Back leads to an entry (H9). O(entries).
  public var canGoBack: Bool { steppedIndex(by: -1) != nil }
  /// Whether the browser's own Forward leads to an entry (H9). O(entries).
  public var canGoForward: Bool { steppedIndex(by: 1) != nil }
}

extension ContiguousArray<HistoryEntry> {
  /// Returns the index of the entry with this entry, or nil. O(entries).
  func index(ofEntry entry: EntryID) -> Int? { lastIndex { $0.id == entry } }

  /// Returns the index of the newest entry with this content, or nil. O(entries).
  func index(ofContent content: EventID) -> Int? { lastIndex { $0.content == content } }
}

extension Tab.Status: CustomStringConvertible {
  /// The name, as JSON and commands have it.
  public var description: String {
    switch self {
    case .complete: "complete"
    case .loading: "loading"
    case .failed: "failed"
    case .discarded: "discarded"
    }
  }
}
