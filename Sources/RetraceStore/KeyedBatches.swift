internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog
internal import RetraceTimeline

/// The batches with keys, used to recognise repeated requests.
///
/// A key is stored in the log, in the first event of its batch. Only the keys of the newest events
/// are remembered, because repeats usually follow soon. The set of remembered keys depends only on
/// the log, not on when the process started.
struct KeyedBatches {
  private struct Entry {
    let key: String
    let batch: BatchID
    let event: EventID
  }

  private var batches: [String: BatchID] = [:]
  /// The batches in the order of the log. The entries before index ``start`` are no longer
  /// remembered.
  private var entries: [Entry] = []
  private var start = 0
  /// The newest event that was read.
  private var newest = EventID.nothing
  /// The number of events for which a key is remembered after the first event of its batch.
  private let remembered: Int32

  init(remembered: Int32 = 1 << 17) { self.remembered = remembered }

  /// Returns the batch with a key, or nil if none of the newest events has that key.
  ///
  /// - Complexity: O(events since the last call). The first call reads ``remembered`` events.
  mutating func batch<Source: EventSource & ~Copyable>(
    _ key: String, in source: borrowing Source
  ) throws(Source.Failure) -> BatchID? {
    let last = try source.newestEvent()
    if last < newest { self = KeyedBatches(remembered: remembered) }
    let oldest = EventID(max(1, last.rawValue - remembered))
    var found: [Entry] = []
    try source.visitEvents(
      from: max(newest.advanced(by: 1), oldest), through: last, backwards: false,
      damaged: { _ in },
      { event, words in
        if event.batchKey.isPresent {
          found.append(
            Entry(key: words(event.batchKey), batch: event.batch, event: event.sequence))
        }
        return true
      })
    newest = last
    for entry in found { batches[entry.key] = entry.batch }
    entries += found
    removeEntries(before: oldest)
    return batches[key]
  }

  /// The number of keys in memory.
  var count: Int { entries.count }

  private mutating func removeEntries(before oldest: EventID) {
    while start < entries.count, entries[start].event < oldest {
      let entry = entries[start]
      // A later batch may have the same key.
      if batches[entry.key] == entry.batch { batches[entry.key] = nil }
      start += 1
    }
    // Moving the remaining entries costs no more than the appends since the last time.
    guard start > entries.count / 2 else { return }
    entries.removeFirst(start)
    start = 0
  }
}
