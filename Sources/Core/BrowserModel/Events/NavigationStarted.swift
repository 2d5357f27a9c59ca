/// A load began.
public struct NavigationStarted: Equatable, Sendable, BitwiseCopyable {
  /// The tab that loads.
  public var tab: TabID = .nothing
  /// The requested URL.
  public var url: Text = .absent
  /// The typed text, or absent if it equals the URL.
  public var input: Text = .absent
  /// The policy that resolved the input to the URL, and the reason (A1).
  public var reason: Text = .absent
  /// The search terms, or absent if this is not a search.
  public var searchWords: Text = .absent
  /// The way in which the page is reached.
  public var transition: Transition = .link
  /// The entry that the load replaces because its URL was requested again (H3), or
  /// ``EventID/nothing`` if the load appends an entry.
  public var again: EntryID = .nothing
  public init() {}
}

extension NavigationStarted: DestinationFact {}
