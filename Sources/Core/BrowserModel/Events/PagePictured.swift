/// A picture of a page was taken. Only the newest picture of an entry counts (R1).
public struct PagePictured: Equatable, Sendable, BitwiseCopyable {
  /// The tab that shows, or showed, the page.
  public var tab: TabID = .nothing
  /// The page, identified by the event that set its URL.
  public var content: EventID = .nothing
  /// The name of the picture in the blob store: its hash in hexadecimal digits.
  public var blob: Text = .absent
  public init() {}
}
