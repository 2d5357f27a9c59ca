/// One difference between two states, in the model's terms and by reference: what words differ stands
/// in the events that it names.
///
/// Ids are the identity: what has the same id in both states is the same thing, however it got where
/// it is. `from` is always of the first state, `to` of the second; where there was nothing, it is
/// ``EventID/nothing``.
public enum Change: Equatable, Sendable, BitwiseCopyable {
  case window(EventID, WindowChange)
  /// Another window has the focus.
  case focus(from: EventID, to: EventID)
  case tab(EventID, TabChange)
  /// An entry of the session history of a tab that is open in both states.
  case entry(EventID, tab: EventID, EntryChange)
  case group(EventID, GroupChange)
  /// An item of the closed list.
  case closed(EventID, ClosedChange)
  case bookmark(EventID, BookmarkChange)
  case defaultZoom(from: ZoomLevel, to: ZoomLevel)
  /// A site's zoom, by the first event that named its host; ``ZoomLevel/none`` follows the default.
  case siteZoom(EventID, from: ZoomLevel, to: ZoomLevel)
  /// A setting, by the events that set it; nothing is the default.
  case setting(Settings.Name, from: EventID, to: EventID)
}

/// What differs about a window between two states.
public enum WindowChange: Equatable, Sendable, BitwiseCopyable {
  /// It is open in the second state alone, at this place among the windows, from 0. Its tabs are told
  /// one by one; of the window itself nothing else is told.
  case opened(index: Int)
  /// It was open in the first state alone, at this place among the windows, from 0.
  case closed(index: Int)
  /// It stands elsewhere among the windows, as one does that was closed and reopened.
  case moved(from: Int, to: Int)
  case placed(from: Window.Bounds, to: Window.Bounds)
  case shown(from: Window.ShowState, to: Window.ShowState)
  /// Another of its tabs is the active one.
  case selected(from: EventID, to: EventID)
}

/// What differs about a tab between two states.
public enum TabChange: Equatable, Sendable, BitwiseCopyable {
  /// It is open in the second state alone; nothing else is told of it.
  case opened(Place)
  /// It was open in the first state alone.
  case closed(Place)
  /// It stands elsewhere. Tabs that only made room, because others came or went, are not told:
  /// within a window the moves are as few as can be.
  case moved(from: Place, to: Place)
  case pinned(Bool)
  case muted(Bool)
  /// It is in another group, or in none.
  case grouped(from: EventID, to: EventID)
  case opener(from: EventID, to: EventID)
  /// Another entry is the current one, by their ids.
  case current(from: EventID, to: EventID)
  /// What it is on its way to, by the events that say the URL.
  case pending(from: EventID, to: EventID)
  /// Also told when it failed both times, of different causes.
  case status(from: Tab.Status, to: Tab.Status)
  case temporaryZoom(from: ZoomLevel, to: ZoomLevel)
}

/// Where something stands: a tab in a window, a bookmark in a folder.
public struct Place: Equatable, Sendable, BitwiseCopyable {
  /// The window, or the folder; ``EventID/nothing`` is the top of the bookmarks.
  public var container: EventID
  /// From 0.
  public var index: Int

  public init(in container: EventID, at index: Int) {
    self.container = container
    self.index = index
  }
}

/// What differs about an entry of a tab's session history between two states.
public enum EntryChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second history alone, at this place, from 0; nothing else is told of it.
  case gained(index: Int)
  /// It was in the first history alone, at this place, from 0.
  case lost(index: Int)
  /// It shows another page, by the events that say the URL.
  case page(from: EventID, to: EventID)
  case title(from: EventID, to: EventID)
  case scroll(from: EventID, to: EventID)
  case picture(from: EventID, to: EventID)
  case marks(from: Row.Marks, to: Row.Marks)
}

/// What differs about a tab group between two states. Which tabs are in it is told of the tabs.
public enum GroupChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second state alone; nothing else is told of it.
  case made
  /// It was in the first state alone.
  case gone
  case title(from: EventID, to: EventID)
  case color(from: TabGroup.Color, to: TabGroup.Color)
  case collapsed(Bool)
}

/// What differs about an item of the closed list between two states.
public enum ClosedChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second list alone, at this place, the oldest being 0.
  case gained(index: Int)
  /// It was in the first list alone, at this place, the oldest being 0.
  case lost(index: Int)
  /// One of its tabs was taken out, or what is kept of them differs.
  case changed
}

/// What differs about a bookmark, a folder or a separator between two states.
public enum BookmarkChange: Equatable, Sendable, BitwiseCopyable {
  /// It is in the second tree alone; nothing else is told of it but what it holds, one by one.
  case added(Place)
  /// It was in the first tree alone.
  case removed(Place)
  /// It stands elsewhere; within a folder the moves are as few as can be.
  case moved(from: Place, to: Place)
  case title(from: EventID, to: EventID)
  case url(from: EventID, to: EventID)
  case tags(from: EventID, to: EventID)
  case keyword(from: EventID, to: EventID)
  case note(from: EventID, to: EventID)
}

extension Browser {
  /// What differs from this state to another, in the model's terms; empty when nothing does that is
  /// told.
  ///
  /// The two may be of any moments and any lines, in either order. Told are windows, then tabs with
  /// their histories, groups, the closed list, bookmarks, zoom, settings.
  ///
  /// Not told is what serves the fold or a front end and no person: the position in the log,
  /// ``Tab/wanted``, ``Tab/lastActive``, ``Tab/kept``, ``Window/lastFocused``, the opener groups by which
  /// successors are chosen, which entries share a document, which event set a zoom, session health.
  ///
  /// It compares references, not words: where two events say the same words, both are named.
  ///
  /// - Complexity: O(size of both states), and O(n log n) for n members of a row that were shuffled.
  public func changes(to other: Browser) -> [Change] {
    var comparison = Comparison(from: self, to: other)
    comparison.compareWindows()
    comparison.compareTabs()
    comparison.compareGroups()
    comparison.compareClosed()
    comparison.compareBookmarks()
    comparison.compareZoom()
    comparison.compareSettings()
    return comparison.changes
  }
}
