/// A difference between two states, as ``Browser/changes(to:)`` finds it.
///
/// Things are compared by id: what has the same id in both states is the same, however it
/// came there. Changes refer to events and have no text. `from` always belongs to the first
/// state, `to` to the second; ``EventID/nothing`` stands for none.
public enum Change: Equatable, Sendable, BitwiseCopyable {
  /// A window opened, closed, or differs.
  case window(WindowID, WindowChange)
  /// Another window has the focus.
  case focus(from: WindowID, to: WindowID)
  /// A tab opened, closed, or differs.
  case tab(TabID, TabChange)
  /// An entry in the history of a tab that is open in both states came, went, or differs.
  case entry(EntryID, tab: TabID, EntryChange)
  /// A group came, went, or differs.
  case group(GroupID, GroupChange)
  /// A closed item came, went, or differs.
  case closed(ClosedItemID, ClosedChange)
  /// A bookmark, folder or separator came, went, or differs.
  case bookmark(BookmarkID, BookmarkChange)
  /// The default zoom differs.
  case defaultZoom(from: ZoomLevel, to: ZoomLevel)
  /// The zoom of a site differs. The id is the event that first named the host;
  /// ``ZoomLevel/none`` follows the default.
  case siteZoom(EventID, from: ZoomLevel, to: ZoomLevel)
  /// A setting differs, by the events that set it; ``EventID/nothing`` is its default.
  case setting(Settings.Name, from: EventID, to: EventID)
}

/// How a window differs between two states.
public enum WindowChange: Equatable, Sendable, BitwiseCopyable {
  /// It is open in the second state only, at this index among the windows, from 0. Its tabs
  /// follow as changes of their own; nothing else is reported about it.
  case opened(index: Int)
  /// It is open in the first state only, at this index among the windows, from 0.
  case closed(index: Int)
  /// It has another index among the windows, as after it was closed and reopened. Windows
  /// that only gave way are not reported.
  case moved(from: Int, to: Int)
  /// It stands elsewhere on the screen, or has another size.
  case placed(from: Window.Bounds, to: Window.Bounds)
  /// It is shown in another way.
  case shown(from: Window.ShowState, to: Window.ShowState)
  /// Another of its tabs is active.
  case selected(from: TabID, to: TabID)
  /// Its name was set by another event; ``EventID/nothing`` if it never had one.
  case title(from: EventID, to: EventID)
}

/// How a tab differs between two states.
public enum TabChange: Equatable, Sendable, BitwiseCopyable {
  /// It is open in the second state only; nothing else is reported about it.
  case opened(Place)
  /// It is open in the first state only.
  case closed(Place)
  /// It is at another place. Tabs that only gave way to others are not reported: within a
  /// window the moves are as few as possible.
  case moved(from: Place, to: Place)
  /// It was pinned, or unpinned for false.
  case pinned(Bool)
  /// It was muted, or that ended for false.
  case muted(Bool)
  /// It is in another group, or in none.
  case grouped(from: GroupID?, to: GroupID?)
  /// It has another opener, or none any more.
  case opener(from: TabID?, to: TabID?)
  /// Another entry is current, by the ids of entries.
  case current(from: EntryID?, to: EntryID?)
  /// Another load or travel is pending, or none, by the events that have the URL.
  case pending(from: EventID?, to: EventID?)
  /// It has another status, or failed for another reason; both statuses are equal then.
  case status(from: Tab.Status, to: Tab.Status)
  /// Its temporary zoom differs.
  case temporaryZoom(from: ZoomLevel, to: ZoomLevel)
}

/// Where something is: a tab in a window, or a bookmark in a folder.
public struct Place: Equatable, Sendable, BitwiseCopyable {
  /// The window or folder; ``EventID/nothing`` is the top level of the bookmarks.
  public var container: EventID
  /// The index in it, from 0.
  public var index: Int

  /// Creates a place.
  public init(in container: EventID, at index: Int) {
    self.container = container
    self.index = index
  }
}

/// How an entry of a tab's session history differs between two states.
public enum EntryChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second history only, at this index, from 0; nothing else is reported
  /// about it.
  case gained(index: Int)
  /// It is in the first history only, at this index, from 0.
  case lost(index: Int)
  /// It shows another page, by the events that have the URL.
  case page(from: EventID, to: EventID)
  /// Its title was reported by another event.
  case title(from: EventID, to: EventID)
  /// Its scroll position was reported by another event.
  case scroll(from: EventID, to: EventID)
  /// Its picture was reported by another event.
  case picture(from: EventID, to: EventID)
  /// The flags by which Back and Forward skip it differ (H9).
  case marks(from: HistoryEntry.Flags, to: HistoryEntry.Flags)
}

/// How a tab group differs between two states. Which tabs are in it is reported as changes
/// of the tabs.
public enum GroupChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second state only; nothing else is reported about it.
  case made
  /// It is in the first state only.
  case gone
  /// Its title was set by another event.
  case title(from: EventID, to: EventID)
  /// Its colour differs.
  case color(from: TabGroup.Color, to: TabGroup.Color)
  /// It was collapsed, or expanded for false.
  case collapsed(Bool)
}

/// How a closed item differs between two states.
public enum ClosedChange: Equatable, Sendable, BitwiseCopyable {
  /// It is listed in the second state only, at this index, 0 being the oldest.
  case gained(index: Int)
  /// It is listed in the first state only, at this index, 0 being the oldest.
  case lost(index: Int)
  /// It has lost a tab, or something about its tabs differs.
  case changed
}

/// How a bookmark, a folder or a separator differs between two states.
public enum BookmarkChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second state only. Its members follow as changes of their own; nothing
  /// else is reported about it.
  case added(Place)
  /// It is in the first state only.
  case removed(Place)
  /// It is at another place; within a folder the moves are as few as possible.
  case moved(from: Place, to: Place)
  /// Its title was set by another event.
  case title(from: EventID, to: EventID)
  /// Its URL was set by another event.
  case url(from: EventID, to: EventID)
  /// Its tags were set by another event.
  case tags(from: EventID, to: EventID)
  /// Its keyword was set by another event.
  case keyword(from: EventID, to: EventID)
  /// Its note was set by another event.
  case note(from: EventID, to: EventID)
}
