internal import BrowserModel
internal import EventCoding
internal import EventLog
internal import Timeline

/// Which batches have a key, so that a repeat of one is known.
///
/// The keys stand in the log, in the first event of each batch. Those of the newest events are looked
/// up: who repeats something does so soon.
struct KeyedBatches {
  private var batches: [String: BatchID] = [:]
  /// The newest event that was looked at.
  private var newest = EventID.nothing

  /// How many events a key is remembered for.
  static let remembered: Int32 = 1 << 17

  /// Returns the batch with a key; nil where nothing was done under it lately.
  ///
  /// - Complexity: O(events since the last call), ``remembered`` the first time.
  mutating func batch<Source: EventSource & ~Copyable>(
    _ key: String, in source: borrowing Source
  ) throws(Source.Failure) -> BatchID? {
    let last = try source.newestEvent()
    let oldest = EventID(max(1, last.rawValue &- Self.remembered))
    var found: [(String, BatchID)] = []
    try source.visitEvents(
      from: max(newest.advanced(by: 1), oldest), through: last, backwards: false,
      damaged: { _ in },
      { event, words in
        if event.batchKey.isPresent { found.append((words(event.batchKey), event.batch)) }
        return true
      })
    for (key, batch) in found { batches[key] = batch }
    newest = last
    return batches[key]
  }
}
