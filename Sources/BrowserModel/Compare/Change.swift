/// One difference between two states, in the model's terms and by reference: what words differ stands
/// in the events that it names.
///
/// Ids are the identity: what has the same id in both states is the same thing, however it got where
/// it is. `from` is always of the first state, `to` of the second; where there was nothing, it is
/// ``Sequence/nothing``.
public enum Change: Equatable, Sendable, BitwiseCopyable {
  case window(Sequence, WindowChange)
  /// Another window has the focus.
  case focus(from: Sequence, to: Sequence)
  case tab(Sequence, TabChange)
  /// An entry of the session history of a tab that is open in both states.
  case entry(Sequence, tab: Sequence, EntryChange)
  case group(Sequence, GroupChange)
  /// An item of the closed list.
  case closed(Sequence, ClosedChange)
  case bookmark(Sequence, BookmarkChange)
  case defaultZoom(from: ZoomLevel, to: ZoomLevel)
  /// A site's zoom, by the first event that named its host; ``ZoomLevel/none`` follows the default.
  case siteZoom(Sequence, from: ZoomLevel, to: ZoomLevel)
  /// A setting, by the events that set it; nothing is the default.
  case setting(Settings.Name, from: Sequence, to: Sequence)
}
