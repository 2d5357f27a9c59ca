internal import BrowserModel
internal import EventCoding
internal import RetraceTimeline

/// The log of private windows, with negative ids and a separate fold (T7). It is stored only in
/// memory and never written to disk.
final class PrivateLog {
  /// The events with their texts.
  private(set) var events = MemoryEvents(isPrivate: true)
  /// The fold of the events.
  private(set) var timeline = Timeline()
  /// For each private event, the newest durable event when the private event was written. It
  /// determines the order of private and durable events.
  private var durableNewest: [EventID] = []

  /// The state of the private windows.
  var browser: Browser { timeline.browser }

  /// Appends a draft as one batch and folds it.
  ///
  /// - Parameters:
  ///   - batch: The batch that the draft continues, or nil to begin a new batch.
  ///   - label: The label of the batch. Only its first event contains the label.
  func append(
    _ draft: Draft, of batch: BatchID? = nil, milliseconds: Int64, origin: Origin,
    label: BatchLabel = BatchLabel(), durableNewest newest: EventID
  ) -> Commit {
    let batch = Batch(
      draft, first: events.next, of: batch, milliseconds: milliseconds, origin: origin,
      label: label)
    for event in batch.events {
      events.append(event, words: batch.words)
      durableNewest.append(newest)
      fold(event)
    }
    return Commit(events: batch.events, words: batch.words)
  }

  /// Returns the events of a batch, which must be the newest.
  func commit(of batch: BatchID) -> Commit {
    var commit = Commit.nothing
    events.visitStored(
      from: batch.event, through: events.newestEvent(), backwards: false
    ) { sequence, record in
      let start = commit.words.count
      commit.words.append(record)
      var event = Event.blank
      do {
        try EventDecoder.decode(
          commit.words.span.raw, from: start, sequence: sequence, into: &event)
      } catch {
        return true
      }
      commit.events.append(event)
      return true
    }
    return commit
  }

  /// Returns an event, or nil if the log does not contain it.
  func event(_ sequence: EventID) -> Event? {
    var found: Event?
    events.visitEvents(
      from: sequence, through: sequence, backwards: false, damaged: { _ in },
      { event, _ in
        found = copy event
        return false
      })
    return found
  }

  /// Runs a closure that appends events. If the closure throws, the appended events are removed.
  func appendAll<Value>(
    _ body: () throws -> Value
  ) rethrows -> Value {
    let previous = (events, timeline, durableNewest)
    do {
      return try body()
    } catch {
      (events, timeline, durableNewest) = previous
      throw error
    }
  }

  /// Whether a private event is newer than a durable event.
  func isNewer(_ event: EventID, than durable: EventID) -> Bool {
    durableNewest[Int(event.rawValue.magnitude) - 1] >= durable
  }

  /// Folds an event, or all events again after an undo or redo.
  private func fold(_ event: Event) {
    let isRight = timeline.append(event)
    if !isRight { timeline.refold(events) }
  }
}
