public import BrowserModel

/// The events of a draft with their ids, as they are written.
struct Batch {
  let events: [Event]

  /// Numbers the events of a draft.
  ///
  /// - Parameters:
  ///   - draft: What was decided.
  ///   - first: The id of the first event, which names the batch.
  ///   - branch: The branch, `.nothing` for the main one.
  ///   - milliseconds: The time of all events, since 1970 UTC.
  ///   - origin: Who acts.
  init(
    _ draft: Draft, first: EventID, branch: BranchID = .nothing, milliseconds: Int64,
    origin: Origin
  ) {
    var events: [Event] = []
    events.reserveCapacity(draft.bodies.count)
    for (offset, body) in draft.bodies.enumerated() {
      events.append(
        Event(
          sequence: first.advanced(by: Int32(offset)), batch: BatchID(first),
          milliseconds: milliseconds,
          branch: branch, actor: origin.actor, via: origin.via, body: body))
    }
    self.events = events
  }
}

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

  /// The id of its newest event; `.nothing` when nothing had to be written.
  public var sequence: EventID { events.last?.sequence ?? .nothing }

  /// Returns the words of a text of one of the events; nil for an absent text.
  public func string(_ text: Text) -> String? {
    guard text.isPresent else { return nil }
    return String(decoding: words[text.range], as: UTF8.self)
  }
}

/// Who acts, and by what means. It is stored with each event.
public struct Origin: Sendable {
  /// Who acts. It decides what `undo` takes back: the batches of users and imports.
  public var actor: Event.Actor
  /// By what means, for example a key or a gesture.
  public var via: Event.Via

  /// Makes an origin; without arguments it is the user, by unknown means.
  public init(_ actor: Event.Actor = .user, via: Event.Via = .unknown) {
    self.actor = actor
    self.via = via
  }
}
