public import BrowserModel

/// What an action wrote: its events, in order, with their words.
public struct Commit: Sendable {
  public var events: [Event]
  /// The bytes that the events' texts point into.
  public var words: ContiguousArray<UInt8>

  public init(events: [Event], words: ContiguousArray<UInt8>) {
    self.events = events
    self.words = words
  }

  /// The newest event of it; nothing when nothing had to be written.
  public var sequence: EventID { events.last?.sequence ?? .nothing }

  /// The words of a text of one of the events.
  public func string(_ text: Text) -> String? {
    guard text.isPresent else { return nil }
    return String(decoding: words[text.range], as: UTF8.self)
  }
}
