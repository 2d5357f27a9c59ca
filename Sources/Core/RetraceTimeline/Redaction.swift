public import BrowserModel

/// An event that records that other events lost texts by forgetting.
public struct Redaction: Equatable, Sendable {
  /// The event that records it.
  public let event: EventID
  /// The number of events that lost texts.
  public let count: Int
}
