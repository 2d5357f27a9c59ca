/// What a page or an engine reports about an entry. A report names tab and content, so one that
/// comes late, after the entry has changed, changes nothing.
public enum PageEvent: Equatable, Sendable, BitwiseCopyable {
  case titled(PageTitled)
  case scrolled(PageScrolled)
  case pictured(PagePictured)
  /// The user touched the page.
  case activated(PageActivated)
  /// A page was visited, in a browser whose tabs this log knows nothing of. No state shows it.
  case visited(PageVisited)
}

public struct PageTitled: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public var content: EventID = .nothing
  public var title: Text = .absent
  public init() {}
}

/// Where the page stood when it was left, in CSS pixels.
public struct PageScrolled: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public var content: EventID = .nothing
  public var x: Int32 = 0
  public var y: Int32 = 0
  public init() {}
}

public struct PagePictured: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public var content: EventID = .nothing
  /// The hash by which the picture is kept in the blob store, in hexadecimal digits.
  public var blob: Text = .absent
  public init() {}
}

public struct PageActivated: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public var content: EventID = .nothing
  public init() {}
}

public struct PageVisited: Equatable, Sendable, BitwiseCopyable {
  public var transition: Transition = .link
  public var url: Text = .absent
  public var title: Text = .absent
  public init() {}
}
