public import BrowserModel

/// What an event said about forgetting: so many events lost words.
public struct Redaction: Equatable, Sendable {
  public let event: EventID
  public let count: Int
}
