internal import BrowserModel
internal import EventCoding
package import RetraceEventLog

/// A copy of a profile for a bug report: all events with their masked texts
/// (`EventRedactor.mask(_:sequence:)`), without pictures and metadata.
package struct MaskedProfile: Sendable {
  /// The number of events in the copy.
  package let events: Int
  /// The number of events that cannot be read, neither in the original nor in the copy.
  package let unreadable: Int
  /// The size of the copy's data file in bytes.
  package let fileBytes: Int

  /// The number of events read and written in one transaction.
  private static let eventsAtOnce: UInt64 = 4_096

  /// Creates the copy. Nothing is written to the original.
  ///
  /// Only masked bytes are written to the new directory.
  ///
  /// - Parameters:
  ///   - log: The log to copy.
  ///   - directory: An empty directory, which the caller removes if the copying fails or is
  ///     cancelled.
  ///   - progress: Receives the number of copied events and the total number, and returns whether to
  ///     continue.
  /// - Returns: The copy, or nil if the copying was cancelled.
  /// - Throws: `LogError` if the log cannot be read, or the copy cannot be written.
  /// - Complexity: O(bytes of the events)
  package static func make(
    of log: EventLog, in directory: String, progress: (_ done: Int, _ total: Int) -> Bool
  ) throws -> MaskedProfile? {
    let copy = try EventLog(profile: directory, access: .readWrite)
    let newest = try log.read { reader in try reader.newest() }
    var (next, unreadable) = (UInt64(1), 0)
    while next <= newest {
      guard progress(Int(clamping: next - 1), Int(clamping: newest)) else { return nil }
      let last = min(newest, next + eventsAtOnce - 1)
      let records = try log.read { reader in
        try masked(next...last, reader)
      }
      unreadable += records.count { $0 == nil }
      try copy.write { writer in
        for record in records { try writer.append(record ?? EventRedactor.nothing) }
      }
      next = last + 1
    }
    guard progress(Int(clamping: newest), Int(clamping: newest)) else { return nil }
    return MaskedProfile(
      events: Int(clamping: newest), unreadable: unreadable,
      fileBytes: try copy.statistics().fileBytes)
  }

  /// Returns the masked records of events, with nil for events that cannot be read.
  private static func masked(
    _ events: ClosedRange<UInt64>, _ reader: borrowing Reader
  ) throws -> [[UInt8]?] {
    var records: [[UInt8]?] = []
    for number in events {
      let record = try reader.withRecord(at: number) { (bytes) -> [UInt8]? in
        EventRedactor.mask(bytes, sequence: EventID(Int32(clamping: number)))
      }
      records.append(record ?? nil)
    }
    return records
  }
}
