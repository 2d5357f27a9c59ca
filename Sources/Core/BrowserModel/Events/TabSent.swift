/// A tab was sent to another device. When that device receives the event, it opens a copy of the
/// tab in the background.
public struct TabSent: Equatable, Sendable, BitwiseCopyable {
  /// The number of the receiving device.
  public var recipient: Int32 = 0
  /// The tab on the sending device.
  public var tab: TabID = .nothing
  /// The event that set the URL of the page that the tab showed.
  public var content: EventID = .nothing
  /// The newest report of the title of that page, or ``EventID/nothing``.
  public var title: EventID = .nothing
  public init() {}
}
