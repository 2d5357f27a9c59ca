/// The scroll position at which a page was left, in CSS pixels (R1).
public struct PageScrolled: Equatable, Sendable, BitwiseCopyable {
  /// The tab that showed the page.
  public var tab: TabID = .nothing
  /// The page, identified by the event that set its URL.
  public var content: EventID = .nothing
  /// The distance from the left.
  public var x: Int32 = 0
  /// The distance from the top.
  public var y: Int32 = 0
  public init() {}
}
