/// A report by a page or an engine about an entry.
///
/// A report contains the tab and the content (``HistoryEntry/content``). A report changes nothing
/// if it arrives after the entry was removed, or after another page replaced the page of the entry
/// (H10).
public enum PageEvent: Equatable, Sendable, BitwiseCopyable {
  /// The page has a new title.
  case titled(PageTitled)
  /// The scroll position at which the page was left.
  case scrolled(PageScrolled)
  /// A picture of the page was taken.
  case pictured(PagePictured)
  /// The user interacted with the page (H9).
  case activated(PageActivated)
  /// A page was visited in a browser whose tabs are not in this log, such as the source of an
  /// import. The event changes no state, but is found by searching visits.
  case visited(PageVisited)
}
