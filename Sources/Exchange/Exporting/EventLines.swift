internal import BrowserModel
internal import EventLog
internal import Notation
internal import Session
internal import Timeline

/// Writes the events of a log, all branches together, each as a JSON document on a line of its own.
///
/// An import makes the same log of it, event by event. Pictures are not in it: the events name them.
enum EventLines {
  /// - Parameter last: The newest event; nil: the newest of the log.
  /// - Throws: ``ExportFailure`` at the first event that would be missing.
  static func write(_ session: Session, through last: Sequence?, to stream: ExportStream) throws {
    var json = JSONWriter()
    var next = Sequence(1)
    var failure: (any Error)?
    try session.visitLog(isPrivate: false, through: last) { event, words in
      do {
        try check(event, is: next)
        next = next.advanced(by: 1)
        json.removeAll()
        json.object { EventJSON.write(event, to: &$0, words: words) }
        json.endLine()
        try stream.write(json.bytes)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    let end = min(last ?? session.timeline.position, session.timeline.position)
    guard next == end.advanced(by: 1) else { throw missing(next) }
  }

  private static func check(_ event: Event, is next: Sequence) throws {
    guard event.sequence == next else { throw missing(next) }
    if case .unknown = event.body {
      throw ExportFailure(
        "Event #\(next.rawValue) was written by a newer version of Retrace; export it with that one."
      )
    }
  }

  private static func missing(_ event: Sequence) -> ExportFailure {
    ExportFailure(
      "Event #\(event.rawValue) is damaged, and an export without it would be another log.")
  }
}
