package import BrowserModel
internal import Bytes
internal import EventCoding
package import RetraceStore
internal import RetraceTimeline

/// Writes the records of all branches of a log as they are stored, each preceded by its length.
///
/// The length is a variable-length integer of Protocol Buffers, so libraries for Protocol Buffers
/// can read the file as delimited messages of the type `Record`. `retrace.mjs` reads the same file.
package enum EventRecords {
  /// Writes the records up to a moment. Events of a newer version are included.
  ///
  /// - Parameters:
  ///   - moment: The moment, in the current log.
  ///   - disclosure: The texts to disclose.
  /// - Returns: The counts of what was written.
  /// - Throws: ``ExchangeError`` at the first record that is damaged.
  static func write(
    _ store: Store, at moment: Moment, disclosing disclosure: Disclosure, to stream: ExportStream,
    progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> LogContents {
    var writer = ByteWriter()
    var contents = LogContents()
    var discloser = RecordDiscloser(disclosure)
    try EventSlices.write(store, at: moment, to: stream, progress: progress) {
      event, words, bytes in
      if disclosure.isComplete {
        contents.count(event, words)
        writer.put(withCount: words.record)
      } else {
        let record = try discloser.record(of: event, words)
        writer.put(withCount: record.span.raw)
        // The counts are those of the written texts.
        let written = try EventDecoder.decode(record.span.raw, sequence: event.sequence)
        contents.count(written, EventWords(record.span.raw))
      }
      bytes += writer.bytes
      writer.removeAll()
    }
    return contents
  }

  /// Returns the records of some events as they are stored, up to a limit of bytes, and the event
  /// that follows them.
  ///
  /// - Throws: ``ExchangeError`` at the first record that is damaged.
  package static func slice(
    _ store: Store, from first: EventID, through last: EventID
  ) throws -> (bytes: [UInt8], next: EventID) {
    try EventSlices.slice(store, from: first, through: last) { _, words, bytes in
      var writer = ByteWriter()
      writer.put(withCount: words.record)
      bytes += writer.bytes
    }
  }
}
