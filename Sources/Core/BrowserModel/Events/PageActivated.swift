/// The user interacted with a page (H9).
public struct PageActivated: Equatable, Sendable, BitwiseCopyable {
  /// The tab that shows, or showed, the page.
  public var tab: TabID = .nothing
  /// The page, identified by the event that set its URL.
  public var content: EventID = .nothing
  public init() {}
}
