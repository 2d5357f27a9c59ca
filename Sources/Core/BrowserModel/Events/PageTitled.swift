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
