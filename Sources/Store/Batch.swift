public import BrowserModel
internal import Timeline

/// The events of one draft with their places in the log.
struct Batch {
  let events: [Event]

  init(
    _ draft: Draft, first: EventID, branch: EventID = .nothing, milliseconds: Int64,
    origin: Origin
  ) {
    var events: [Event] = []
    events.reserveCapacity(draft.bodies.count)
    for (offset, body) in draft.bodies.enumerated() {
      events.append(
        Event(
          sequence: first.advanced(by: Int32(offset)), batch: first, milliseconds: milliseconds,
          branch: branch, actor: origin.actor, via: origin.via, body: body))
    }
    self.events = events
  }
}

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

/// Who acts, and by what means; it is written down with each event.
public struct Origin: Sendable {
  public var actor: Event.Actor
  public var via: Event.Via

  public init(_ actor: Event.Actor = .user, via: Event.Via = .unknown) {
    self.actor = actor
    self.via = via
  }
}

/// The log of private windows: in memory, with a numbering and a fold of its own (T7). Nothing of it
/// is ever written to disk.
final class PrivateLog {
  private(set) var events = MemoryEvents(isPrivate: true)
  private(set) var timeline = Timeline()
  /// The newest durable event at the time of each private one: which of both came first.
  private var durableNewest: [EventID] = []

  var browser: Browser { timeline.browser }

  /// Appends a draft as one batch and folds it.
  func append(
    _ draft: Draft, milliseconds: Int64, origin: Origin, durableNewest newest: EventID
  ) -> Commit {
    let batch = Batch(draft, first: events.next, milliseconds: milliseconds, origin: origin)
    for event in batch.events {
      events.append(event, words: draft.bytes)
      durableNewest.append(newest)
      fold(event)
    }
    return Commit(events: batch.events, words: draft.bytes)
  }

  /// Whether a private batch is newer than a durable one.
  func isNewer(_ batch: EventID, than durable: EventID) -> Bool {
    durableNewest[Int(batch.rawValue.magnitude) - 1] >= durable
  }

  private func fold(_ event: Event) {
    let isRight = timeline.append(event)
    if !isRight { timeline.refold(events) }
  }
}
