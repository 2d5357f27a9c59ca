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
