internal import BrowserModel
internal import Timeline

/// The log of private windows: in memory, with negative ids and a fold of its own (T7). Nothing
/// of it is ever written to disk.
final class PrivateLog {
  /// The events with their words.
  private(set) var events = MemoryEvents(isPrivate: true)
  /// The fold of the events.
  private(set) var timeline = Timeline()
  /// For each private event the newest durable one at that time, which tells which of two came
  /// first.
  private var durableNewest: [EventID] = []

  /// The state of the private windows.
  var browser: Browser { timeline.browser }

  /// Appends a draft as one batch and folds it.
  func append(
    _ draft: Draft, milliseconds: Int64, origin: Origin, durableNewest newest: EventID
  ) -> Commit {
    let batch = Batch(draft, first: events.next, milliseconds: milliseconds, origin: origin)
    for event in batch.events {
      events.append(event, words: batch.words)
      durableNewest.append(newest)
      fold(event)
    }
    return Commit(events: batch.events, words: batch.words)
  }

  /// Whether a private event is newer than a durable one.
  func isNewer(_ event: EventID, than durable: EventID) -> Bool {
    durableNewest[Int(event.rawValue.magnitude) - 1] >= durable
  }

  /// Folds an event, or all of them again after an undo or redo.
  private func fold(_ event: Event) {
    let isRight = timeline.append(event)
    if !isRight { timeline.refold(events) }
  }
}
