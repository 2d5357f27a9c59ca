/// What happened to a tab and its place.
public enum TabEvent: Equatable, Sendable, BitwiseCopyable {
  /// A tab was opened; the event is its id, and the id of its first entry.
  case opened(TabOpened)
  /// A tab was closed, alone or with others.
  case closed(TabClosed)
  /// A tab came back from the closed items (T4).
  case reopened(TabReopened)
  /// A tab became the active one of its window.
  case selected(TabSelected)
  /// A tab was moved, within its window or to another one.
  case moved(TabMoved)
  /// A tab was pinned or unpinned.
  case pinned(TabPinned)
  /// A tab was muted, or that ended.
  case muted(TabMuted)
  /// A tab was opened as a copy of another; the event is its id.
  case duplicated(TabDuplicated)
  /// A tab's page was removed from memory.
  case discarded(TabDiscarded)
  /// A tab was made what it was at an earlier moment, at the place where it was.
  ///
  /// One that was closed is open again without entries, which follow as
  /// ``entryRestored(_:)``. One that is open keeps its entries.
  case restored(TabRestored)
  /// An entry of an earlier moment was appended to the history of a tab.
  case entryRestored(EntryRestored)
  /// All entries of an open tab were dropped, because those of an earlier moment follow.
  case cleared(TabCleared)
}

/// A tab was opened. Nothing happens if its window is gone.
public struct TabOpened: Equatable, Sendable, BitwiseCopyable {
  /// The window that it opened in.
  public var window: WindowID = .nothing
  /// Its index in the window, from 0. The fold clamps it to the pinned or the other tabs.
  public var index: Int32 = 0
  /// The tab that opened it, or ``EventID/nothing`` (T8).
  public var opener: TabID = .nothing
  /// The tab whose opener group it joins, or ``EventID/nothing`` (T8).
  public var openerGroup: TabID = .nothing
  /// Whether all opener groups of the window are forgotten just before (T8).
  public var forgetsOpenerGroups = false
  /// Whether it leaves its opener group as soon as another tab becomes active, as a tab
  /// does that was opened at the start page (T8).
  public var isOpenerGroupBrief = false
  /// Whether it becomes the active tab.
  public var isSelected = false
  /// Whether it is pinned.
  public var isPinned = false
  /// The group that it joins, or ``EventID/nothing``.
  public var group: GroupID = .nothing
  /// Whether an engine still has to load the page.
  public var isLoading = false
  /// How the page is reached.
  public var transition: Transition = .link
  /// The URL of its page; absent is the start page (H1).
  public var url: Text = .absent
  /// The text that was typed, absent if it is the URL.
  public var input: Text = .absent
  /// The policy and the reason by which the input became the URL (A1).
  public var reason: Text = .absent
  /// The words that are searched for, absent if this is no search.
  public var searchWords: Text = .absent
  /// The tabs next to that place, by which the fold finds it again.
  public var neighbors = TabNeighbors()
  public init() {}
}

/// A tab was closed.
public struct TabClosed: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was closed.
  public var tab: TabID = .nothing
  /// Its index before, from 0: a hint that saves the fold a search.
  public var index: Int32 = 0
  /// The closed item that it is in: the event that closed the first of its tabs.
  /// ``EventID/nothing`` is this event.
  public var item: ClosedItemID = .nothing
  /// The tab that becomes active (T2), or ``EventID/nothing`` if the closed one was not
  /// active. Should it be gone, the right neighbour takes its place, else the left one.
  public var successor: TabID = .nothing
  /// The window that gets the focus if the window closes with its last tab (T5), or
  /// ``EventID/nothing``.
  public var successorWindow: WindowID = .nothing
  /// Whether it is left out of the closed items because it showed nothing but the start
  /// page (T4).
  public var isUnlisted = false
  /// Whether its place among the closed items follows from the time at which it was closed in the
  /// browser from which it was imported (``Event/occurredMilliseconds``). An unknown time counts
  /// as the earliest.
  public var isByTime = false
  public init() {}
}

/// A closed tab was opened again. Nothing happens if its window is gone or its item no
/// longer has it.
public struct TabReopened: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was reopened; it keeps its id.
  public var tab: TabID = .nothing
  /// The closed item that it is taken from.
  public var item: ClosedItemID = .nothing
  /// The window that it goes to.
  public var window: WindowID = .nothing
  /// Its index in the window, from 0.
  public var index: Int32 = 0
  /// Whether it becomes the active tab.
  public var isSelected = false
  /// The tabs next to that place, by which the fold finds it again.
  public var neighbors = TabNeighbors()
  public init() {}
}

/// A tab became the active one of its window.
public struct TabSelected: Equatable, Sendable, BitwiseCopyable {
  /// The tab that became active.
  public var tab: TabID = .nothing
  /// Whether the user went outside of the opener group, so that all groups of the window
  /// are forgotten (T8).
  public var forgetsOpenerGroups = false
  public init() {}
}

/// A tab was moved. A window that it leaves empty closes.
public struct TabMoved: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was moved.
  public var tab: TabID = .nothing
  /// The window that it is in afterwards.
  public var window: WindowID = .nothing
  /// Its index afterwards, from 0.
  public var index: Int32 = 0
  /// The group that it is in afterwards, or ``EventID/nothing``.
  public var group: GroupID = .nothing
  /// The tab that becomes active in the window that it left (T2), or ``EventID/nothing``.
  public var successor: TabID = .nothing
  /// The tabs next to that place, by which the fold finds it again.
  public var neighbors = TabNeighbors()
  public init() {}
}

/// A tab was pinned or unpinned.
public struct TabPinned: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was pinned or unpinned.
  public var tab: TabID = .nothing
  /// Whether it is pinned from now on.
  public var isPinned = false
  /// Its index afterwards, from 0.
  public var index: Int32 = 0
  /// The tabs next to that place, by which the fold finds it again.
  public var neighbors = TabNeighbors()
  public init() {}
}

/// A tab was muted, or that ended.
public struct TabMuted: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose sound was switched off or on.
  public var tab: TabID = .nothing
  /// Whether it is muted from now on.
  public var isMuted = false
  public init() {}
}

/// A tab was opened as a copy of another, with the whole session history. Its entries have
/// the same ids as those of the source.
public struct TabDuplicated: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was copied.
  public var source: TabID = .nothing
  /// The copy's index in the window, from 0.
  public var index: Int32 = 0
  /// Whether the copy becomes the active tab.
  public var isSelected = false
  /// Whether an engine still has to load its page.
  public var isLoading = false
  /// Whether all opener groups of the window are forgotten just before (T8).
  public var forgetsOpenerGroups = false
  /// The tabs next to that place, by which the fold finds it again.
  public var neighbors = TabNeighbors()
  public init() {}
}

/// A tab's page was removed from memory. What was pending in it has ended.
public struct TabDiscarded: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose page was removed.
  public var tab: TabID = .nothing
  public init() {}
}

/// A tab was made what it was at an earlier moment, at the place where it was. Its status
/// is ``Tab/Status/discarded`` if it was closed.
public struct TabRestored: Equatable, Sendable, BitwiseCopyable {
  /// The tab; ``EventID/nothing`` makes a new one, whose id is this event.
  public var tab: TabID = .nothing
  /// The window that it is in afterwards.
  public var window: WindowID = .nothing
  /// Its index afterwards, from 0.
  public var index: Int32 = 0
  /// The tab that had opened it, or ``EventID/nothing``.
  public var opener: TabID = .nothing
  /// Its group, or ``EventID/nothing``.
  public var group: GroupID = .nothing
  /// Whether it is pinned.
  public var isPinned = false
  /// Whether it is muted.
  public var isMuted = false
  /// Whether it becomes the active tab.
  public var isSelected = false
  /// Its temporary zoom (Z3), or ``ZoomLevel/none``.
  public var temporaryZoom: ZoomLevel = .none
  /// The event that carries fields of an importer that the model does not interpret, or
  /// ``EventID/nothing``.
  public var kept: EventID = .nothing
  /// The tabs next to that place, by which the fold finds it again.
  public var neighbors = TabNeighbors()
  public init() {}
}

/// An entry of an earlier moment was appended to the history of a tab; an entry with the
/// same id is replaced where it is. The fields are those of ``HistoryEntry``.
public struct EntryRestored: Equatable, Sendable, BitwiseCopyable {
  /// The tab that the entry belongs to.
  public var tab: TabID = .nothing
  /// The id of the entry.
  public var entry: EntryID = .nothing
  /// The event that gave the entry its URL.
  public var content: EventID = .nothing
  /// The event that made the document.
  public var document: EventID = .nothing
  /// The newest report of its title, or ``EventID/nothing``.
  public var title: EventID = .nothing
  /// The newest report of its scroll position, or ``EventID/nothing``.
  public var scroll: EventID = .nothing
  /// The newest report of a picture, or ``EventID/nothing``.
  public var picture: EventID = .nothing
  /// The flags by which Back and Forward skip it (H9).
  public var marks: HistoryEntry.Flags = []
  /// Whether it becomes the current entry.
  public var isCurrent = false
  public init() {}
}

/// All entries of an open tab were dropped.
public struct TabCleared: Equatable, Sendable, BitwiseCopyable {
  /// The tab that lost its entries.
  public var tab: TabID = .nothing
  public init() {}
}
