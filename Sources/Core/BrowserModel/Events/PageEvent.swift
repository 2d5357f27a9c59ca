/// What a page or an engine reports about an entry.
///
/// A report names the tab and the content (``HistoryEntry/content``). One that comes after the entry
/// has gone or shows another page changes nothing (H10).
public enum PageEvent: Equatable, Sendable, BitwiseCopyable {
  /// The page has a title, or another one.
  case titled(PageTitled)
  /// The page was scrolled to a position and left.
  case scrolled(PageScrolled)
  /// A picture of the page was made.
  case pictured(PagePictured)
  /// The user interacted with the page (H9).
  case activated(PageActivated)
  /// A page was visited in a browser whose tabs this log does not have, such as one that an
  /// import came from. It changes no state and is found by searching visits.
  case visited(PageVisited)
}
