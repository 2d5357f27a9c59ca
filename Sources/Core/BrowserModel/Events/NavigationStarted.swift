/// A load began.
public struct NavigationStarted: Equatable, Sendable, BitwiseCopyable {
  /// The tab that loads.
  public var tab: TabID = .nothing
  /// The URL that was asked for.
  public var url: Text = .absent
  /// The text that was typed, absent if it is the URL.
  public var input: Text = .absent
  /// The policy and the reason by which the input became the URL (A1).
  public var reason: Text = .absent
  /// The words that are searched for, absent if this is not a search.
  public var searchWords: Text = .absent
  /// How the page is reached.
  public var transition: Transition = .link
  /// The entry that the load replaces, because its URL was asked for again (H3), or
  /// ``EventID/nothing`` if the load appends an entry.
  public var again: EntryID = .nothing
  public init() {}
}

extension NavigationStarted: DestinationFact {}
