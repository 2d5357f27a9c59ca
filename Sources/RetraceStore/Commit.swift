public import BrowserModel

/// What an action wrote: its events, in order, with their words.
public struct Commit: Sendable {
  /// The events of one batch, in the order of their ids; none when nothing had to be written.
  public var events: [Event]
  /// The UTF-8 bytes that the events' texts point into.
  public var words: ContiguousArray<UInt8>

  /// Makes a commit of events and their words.
  public init(events: [Event], words: ContiguousArray<UInt8>) {
    self.events = events
    self.words = words
  }

  /// What was written where nothing had to be.
  public static let nothing = Commit(events: [], words: [])

  /// The first tab that it opened, or nil if it opened none.
  public var openedTab: TabID? {
    for event in events {
      if case .tab(.opened) = event.body { return TabID(event.sequence) }
    }
    return nil
  }

  /// The id of its newest event; `.nothing` when nothing had to be written.
  public var sequence: EventID { events.last?.sequence ?? .nothing }

  /// Returns the words of a text of one of the events, or nil for an absent text.
  public func string(_ text: Text) -> String? {
    guard text.isPresent else { return nil }
    return String(decoding: words[text.range], as: UTF8.self)
  }
}
