public import BrowserModel

/// An event that records that texts of other events were forgotten.
public struct Redaction: Equatable, Sendable {
  /// The event itself.
  public let event: EventID
  /// The number of events that lost texts.
  public let count: Int
}
