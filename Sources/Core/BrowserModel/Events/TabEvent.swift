/// Facts about tabs and their places.
public enum TabEvent: Equatable, Sendable, BitwiseCopyable {
  case opened(TabOpened)
  case closed(TabClosed)
  /// A closed tab came back from the list of closed items.
  case reopened(TabReopened)
  case selected(TabSelected)
  case moved(TabMoved)
  case pinned(TabPinned)
  case muted(TabMuted)
  case duplicated(TabDuplicated)
  case discarded(TabDiscarded)
  /// A tab stands where it stood at an earlier moment, and as it was. One that was gone came back,
  /// its entries follow, one ``entryRestored`` each; one that is open keeps its entries.
  case restored(TabRestored)
  case entryRestored(EntryRestored)
  /// All entries of an open tab are gone, because those of another moment follow.
  case cleared(TabCleared)
}

/// A tab was opened. Its id, and the id of its first entry, is this event.
public struct TabOpened: Equatable, Sendable, BitwiseCopyable {
  public var window: EventID = .nothing
  public var index: Int32 = 0
  /// The tab that it lastingly belongs to, or nothing (T8).
  public var opener: EventID = .nothing
  /// The tab whose family it joins, or nothing.
  public var openerGroup: EventID = .nothing
  /// Every family of the window was forgotten just before.
  public var forgetsOpenerGroups = false
  /// The family ends when another tab becomes active.
  public var isOpenerGroupBrief = false
  public var isSelected = false
  public var isPinned = false
  public var group: EventID = .nothing
  /// Whether an engine still has to load it.
  public var isLoading = false
  public var transition: Transition = .link
  /// Absent: the start page.
  public var url: Text = .absent
  /// What was typed, where it differs from the URL.
  public var input: Text = .absent
  /// The policy and the reason by which the input became the URL.
  public var reason: Text = .absent
  /// The words that were searched for.
  public var searchWords: Text = .absent
  public init() {}
}

public struct TabClosed: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  /// Where it stood.
  public var index: Int32 = 0
  /// The closed item that it joins: the event that closed the first of it.
  public var item: EventID = .nothing
  /// The tab that becomes active, or nothing when that does not change.
  public var successor: EventID = .nothing
  /// When the window closes with it: the window that gets the focus, or nothing.
  public var successorWindow: EventID = .nothing
  /// It is not listed among what was closed: nothing was in it (T4).
  public var isUnlisted = false
  public init() {}
}

public struct TabReopened: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  /// The closed item that it is taken from.
  public var item: EventID = .nothing
  public var window: EventID = .nothing
  public var index: Int32 = 0
  public var isSelected = false
  public init() {}
}

public struct TabSelected: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  /// The user left the family: it, and every other of the window, is forgotten (T8).
  public var forgetsOpenerGroups = false
  public init() {}
}

public struct TabMoved: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public var window: EventID = .nothing
  /// Its position after the move.
  public var index: Int32 = 0
  /// The group that it is in after the move, or nothing.
  public var group: EventID = .nothing
  /// The tab that becomes active in the window it left, or nothing.
  public var successor: EventID = .nothing
  public init() {}
}

public struct TabPinned: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public var isPinned = false
  /// Its position afterwards.
  public var index: Int32 = 0
  public init() {}
}

public struct TabMuted: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public var isMuted = false
  public init() {}
}

/// A tab was opened as a copy of another, with the whole session history.
public struct TabDuplicated: Equatable, Sendable, BitwiseCopyable {
  public var source: EventID = .nothing
  public var index: Int32 = 0
  public var isSelected = false
  public var isLoading = false
  /// Every family of the window was forgotten just before.
  public var forgetsOpenerGroups = false
  public init() {}
}

public struct TabDiscarded: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public init() {}
}

public struct TabRestored: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public var window: EventID = .nothing
  public var index: Int32 = 0
  public var opener: EventID = .nothing
  public var group: EventID = .nothing
  public var isPinned = false
  public var isMuted = false
  public var isSelected = false
  public var temporaryZoom: ZoomLevel = .none
  /// The event that carries an importer's opaque fields, or nothing.
  public var kept: EventID = .nothing
  public init() {}
}

public struct EntryRestored: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public var entry: EventID = .nothing
  public var content: EventID = .nothing
  public var document: EventID = .nothing
  public var title: EventID = .nothing
  public var scroll: EventID = .nothing
  public var picture: EventID = .nothing
  public var marks: Row.Marks = []
  /// Whether the tab stands at this entry.
  public var isCurrent = false
  public init() {}
}

public struct TabCleared: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public init() {}
}
