/// A difference between two states, found by ``Browser/changes(to:)``.
///
/// Things are compared by id: the same id in both states means the same thing, regardless of its
/// history. Changes refer to events and contain no text. `from` always belongs to the first state,
/// `to` to the second; ``EventID/nothing`` means none.
public enum Change: Equatable, Sendable, BitwiseCopyable {
  /// A window was opened, closed or changed.
  case window(WindowID, WindowChange)
  /// Another window has the focus.
  case focus(from: WindowID, to: WindowID)
  /// A tab was opened, closed or changed.
  case tab(TabID, TabChange)
  /// An entry in the history of a tab that is open in both states was added, removed or changed.
  case entry(EntryID, tab: TabID, EntryChange)
  /// A group was added, removed or changed.
  case group(GroupID, GroupChange)
  /// A closed item was added, removed or changed.
  case closed(ClosedItemID, ClosedChange)
  /// A bookmark, folder or separator was added, removed or changed.
  case bookmark(BookmarkID, BookmarkChange)
  /// The default zoom differs.
  case defaultZoom(from: ZoomLevel, to: ZoomLevel)
  /// The zoom of a site differs. The id is the event that first named the host. ``ZoomLevel/none``
  /// means that the site follows the default.
  case siteZoom(EventID, from: ZoomLevel, to: ZoomLevel)
  /// A setting differs. The ids are those of the events that set the value, or ``EventID/nothing``
  /// for the default.
  case setting(Settings.Name, from: EventID, to: EventID)
  /// A custom value differs. The ids are those of the events with the name and the value, or
  /// ``EventID/nothing`` if there is no value. Values of things that are open in only one of the
  /// states are not reported.
  case value(ValueOwner, from: EventID, to: EventID)
}
