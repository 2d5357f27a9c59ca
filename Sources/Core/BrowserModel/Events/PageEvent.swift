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

/// The page has a title, or another one.
public struct PageTitled: Equatable, Sendable, BitwiseCopyable {
  /// The tab that shows, or showed, the page.
  public var tab: TabID = .nothing
  /// The page, by the event that gave its URL.
  public var content: EventID = .nothing
  /// The title.
  public var title: Text = .absent
  public init() {}
}

/// Where a page was scrolled to when it was left, in CSS pixels (R1).
public struct PageScrolled: Equatable, Sendable, BitwiseCopyable {
  /// The tab that showed the page.
  public var tab: TabID = .nothing
  /// The page, by the event that gave its URL.
  public var content: EventID = .nothing
  /// How far from the left.
  public var x: Int32 = 0
  /// How far from the top.
  public var y: Int32 = 0
  public init() {}
}

/// A picture of a page was made. Of the pictures of an entry the newest counts (R1).
public struct PagePictured: Equatable, Sendable, BitwiseCopyable {
  /// The tab that shows, or showed, the page.
  public var tab: TabID = .nothing
  /// The page, by the event that gave its URL.
  public var content: EventID = .nothing
  /// The name of the picture in the blob store: its hash in hexadecimal digits.
  public var blob: Text = .absent
  public init() {}
}

/// The user interacted with a page (H9).
public struct PageActivated: Equatable, Sendable, BitwiseCopyable {
  /// The tab that shows, or showed, the page.
  public var tab: TabID = .nothing
  /// The page, by the event that gave its URL.
  public var content: EventID = .nothing
  public init() {}
}

/// A page was visited elsewhere.
public struct PageVisited: Equatable, Sendable, BitwiseCopyable {
  /// How the page was reached.
  public var transition: Transition = .link
  /// The URL of the page.
  public var url: Text = .absent
  /// The title of the page, absent if it is unknown.
  public var title: Text = .absent
  public init() {}
}
