internal import BrowserModel
internal import Notation
internal import RetraceStore
internal import RetraceTimeline

/// Writes the events of all branches of a log, each as a JSON document on its own line.
///
/// An import re-creates the same log, event by event. Events refer to pictures, but the pictures
/// are not included.
enum EventLines {
  /// Writes the events up to a moment.
  ///
  /// - Parameter moment: The moment, in the current log.
  /// - Throws: ``ExchangeError`` at the first event that cannot be exported.
  static func write(
    _ store: Store, at moment: Moment, to stream: ExportStream,
    progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    var json = JSONWriter()
    try EventSlices.write(store, at: moment, to: stream, progress: progress) {
      event, words, bytes in
      if case .unknown = event.body {
        throw ExchangeError(
          .exportFailed,
          "Event #\(event.sequence.rawValue) was written by a newer version of Retrace. Use that "
            + "version to export it.")
      }
      json.removeAll()
      json.object { EventJSON.write(event, to: &$0, words: words) }
      json.endLine()
      bytes += json.bytes
    }
  }
}
