internal import BrowserModel
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Writes the events of all branches of a log, each as a JSON document on its own line.
///
/// An import re-creates the same log, event by event. Events refer to pictures, but the pictures
/// are not included.
enum EventLines {
  /// Writes the events up to a moment. The log is read in slices, which are written between reads.
  /// Otherwise a slow reader of the output, such as a pager, would keep a read transaction open and
  /// make the file of the log grow.
  ///
  /// - Parameter moment: The moment, in the current log.
  /// - Throws: ``ExchangeError`` at the first event that cannot be exported.
  static func write(
    _ store: Store, at moment: Moment, to stream: ExportStream,
    progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let end = moment.newestEvent(of: store.timeline.position)
    var next = EventID(1)
    while next <= end {
      let (bytes, following) = try slice(store, from: next, through: end)
      guard following > next else { throw missing(next) }
      next = following
      try stream.write(bytes)
      try progress(Int(next.rawValue) - 1, Int(end.rawValue))
    }
  }

  private static let sliceByteCount = 1 << 18

  /// Returns the lines of some events, and the event that follows them.
  private static func slice(
    _ store: Store, from first: EventID, through last: EventID
  ) throws -> (bytes: [UInt8], next: EventID) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(sliceByteCount + 4_096)
    var json = JSONWriter()
    var next = first
    var failure: (any Error)?
    try store.visitLog(isPrivate: false, from: first, through: last) { event, words in
      do {
        try check(event, is: next)
      } catch {
        failure = error
        return false
      }
      next = next.advanced(by: 1)
      json.removeAll()
      json.object { EventJSON.write(event, to: &$0, words: words) }
      json.endLine()
      bytes += json.bytes
      return bytes.count < sliceByteCount
    }
    if let failure { throw failure }
    return (bytes, next)
  }

  private static func check(_ event: Event, is next: EventID) throws {
    guard event.sequence == next else { throw missing(next) }
    if case .unknown = event.body {
      throw ExchangeError(
        .exportFailed,
        "Event #\(next.rawValue) was written by a newer version of Retrace. Use that version to "
          + "export it."
      )
    }
  }

  private static func missing(_ event: EventID) -> ExchangeError {
    ExchangeError(
      .exportFailed,
      "Event #\(event.rawValue) is damaged, and an export without it would be a different log.")
  }
}
