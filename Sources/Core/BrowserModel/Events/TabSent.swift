/// A tab was sent to another device, which opens a copy of it in the background once it hears of it.
public struct TabSent: Equatable, Sendable, BitwiseCopyable {
  /// The number of the device that it is for.
  public var recipient: Int32 = 0
  /// The tab on the device that sent it.
  public var tab: TabID = .nothing
  /// The event that gave the page its URL which the tab showed.
  public var content: EventID = .nothing
  /// The newest report of the title of that page, or ``EventID/nothing``.
  public var title: EventID = .nothing
  public init() {}
}
