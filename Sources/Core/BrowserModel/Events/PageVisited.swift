/// A page was visited in another browser.
public struct PageVisited: Equatable, Sendable, BitwiseCopyable {
  /// The way in which the page was reached.
  public var transition: Transition = .link
  /// The URL of the page.
  public var url: Text = .absent
  /// The title of the page, or absent if unknown.
  public var title: Text = .absent
  public init() {}
}
