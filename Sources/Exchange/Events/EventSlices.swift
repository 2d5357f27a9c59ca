internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Writes all events of a log in slices, which are written between reads. Otherwise a slow reader
/// of the output, such as a pager, would keep a read transaction open and make the file of the log
/// grow.
enum EventSlices {
  /// Writes the events up to a moment.
  ///
  /// - Parameters:
  ///   - moment: The moment, in the current log.
  ///   - append: Appends an event with its words to the bytes of a slice.
  /// - Throws: ``ExchangeError`` at the first event that is damaged, and the errors of `append`.
  static func write(
    _ store: Store, at moment: Moment, to stream: ExportStream,
    progress: (_ done: Int, _ total: Int) throws -> Void,
    append: (Event, EventWords, inout [UInt8]) throws -> Void
  ) throws {
    let end = moment.newestEvent(of: store.timeline.position)
    var next = EventID(1)
    while next <= end {
      let (bytes, following) = try slice(store, from: next, through: end, append)
      next = following
      try stream.write(bytes)
      try progress(Int(next.rawValue) - 1, Int(end.rawValue))
    }
  }

  private static let sliceByteCount = 1 << 18

  /// Returns the bytes of some events, and the event that follows them.
  ///
  /// - Throws: ``ExchangeError`` if the first event is damaged.
  static func slice(
    _ store: Store, from first: EventID, through last: EventID,
    _ append: (Event, EventWords, inout [UInt8]) throws -> Void
  ) throws -> (bytes: [UInt8], next: EventID) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(sliceByteCount + 4_096)
    var next = first
    var failure: (any Error)?
    try store.visitLog(isPrivate: false, from: first, through: last) { event, words in
      do {
        guard event.sequence == next else { throw missing(next) }
        try append(event, words, &bytes)
      } catch {
        failure = error
        return false
      }
      next = next.advanced(by: 1)
      return bytes.count < sliceByteCount
    }
    if let failure { throw failure }
    guard next > first || first > last else { throw missing(first) }
    return (bytes, next)
  }

  private static func missing(_ event: EventID) -> ExchangeError {
    ExchangeError(
      .exportFailed,
      "Event #\(event.rawValue) is damaged, and an export without it would be a different log.")
  }
}
