/// The user interacted with a page (H9).
public struct PageActivated: Equatable, Sendable, BitwiseCopyable {
  /// The tab that shows, or showed, the page.
  public var tab: TabID = .nothing
  /// The page, by the event that gave its URL.
  public var content: EventID = .nothing
  public init() {}
}
