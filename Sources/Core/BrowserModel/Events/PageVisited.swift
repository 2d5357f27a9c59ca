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
