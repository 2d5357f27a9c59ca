internal import BrowserModel
internal import Timeline

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
