/// An event about a tab and its place.
public enum TabEvent: Equatable, Sendable, BitwiseCopyable {
  /// A tab was opened. The event is the id of the tab and of its first entry.
  case opened(TabOpened)
  /// A tab was closed, alone or together with other tabs.
  case closed(TabClosed)
  /// A tab was reopened from the closed items (T4).
  case reopened(TabReopened)
  /// A tab became the active tab of its window.
  case selected(TabSelected)
  /// A tab was moved within its window or to another window.
  case moved(TabMoved)
  /// A tab was pinned or unpinned.
  case pinned(TabPinned)
  /// A tab was muted or unmuted.
  case muted(TabMuted)
  /// A tab was opened as a copy of another tab. The event is the id of the copy.
  case duplicated(TabDuplicated)
  /// A tab's page was removed from memory.
  case discarded(TabDiscarded)
  /// A tab was restored to an earlier moment, including its place.
  ///
  /// A closed tab is open again, without entries. Its entries follow as ``entryRestored(_:)``. An
  /// open tab keeps its entries.
  case restored(TabRestored)
  /// An entry of an earlier moment was appended to the history of a tab.
  case entryRestored(EntryRestored)
  /// All entries of an open tab were removed, because the entries of an earlier moment follow.
  case cleared(TabCleared)
}
