/// A picture of a page was made. Of the pictures of an entry the newest counts (R1).
public struct PagePictured: Equatable, Sendable, BitwiseCopyable {
  /// The tab that shows, or showed, the page.
  public var tab: TabID = .nothing
  /// The page, by the event that gave its URL.
  public var content: EventID = .nothing
  /// The name of the picture in the blob store: its hash in hexadecimal digits.
  public var blob: Text = .absent
  public init() {}
}
