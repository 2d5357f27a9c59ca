/// The page has a new title.
public struct PageTitled: Equatable, Sendable, BitwiseCopyable {
  /// The tab that shows, or showed, the page.
  public var tab: TabID = .nothing
  /// The page, identified by the event that set its URL.
  public var content: EventID = .nothing
  /// The title.
  public var title: Text = .absent
  public init() {}
}
