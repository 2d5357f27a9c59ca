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
