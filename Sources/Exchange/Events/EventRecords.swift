internal import BrowserModel
internal import Bytes
internal import RetraceStore
internal import RetraceTimeline

/// Writes the records of all branches of a log as they are stored, each preceded by its length.
///
/// The length is a variable-length integer of Protocol Buffers, so libraries for Protocol Buffers
/// can read the file as delimited messages of the type `Record`. `retrace.mjs` reads the same file.
enum EventRecords {
  /// Writes the records up to a moment. Events of a newer version are included.
  ///
  /// - Parameter moment: The moment, in the current log.
  /// - Throws: ``ExchangeError`` at the first record that is damaged.
  static func write(
    _ store: Store, at moment: Moment, to stream: ExportStream,
    progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    var writer = ByteWriter()
    try EventSlices.write(store, at: moment, to: stream, progress: progress) { _, words, bytes in
      writer.removeAll()
      writer.put(withCount: words.record)
      bytes += writer.bytes
    }
  }
}
