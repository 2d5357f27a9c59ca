public import BrowserModel

/// An event that says that others lost texts by forgetting.
public struct Redaction: Equatable, Sendable {
  /// The event that reports the forgetting.
  public let event: EventID
  /// The number of events that lost texts.
  public let count: Int
}
