/// Where a page was scrolled to when it was left, in CSS pixels (R1).
public struct PageScrolled: Equatable, Sendable, BitwiseCopyable {
  /// The tab that showed the page.
  public var tab: TabID = .nothing
  /// The page, by the event that gave its URL.
  public var content: EventID = .nothing
  /// How far from the left.
  public var x: Int32 = 0
  /// How far from the top.
  public var y: Int32 = 0
  public init() {}
}
