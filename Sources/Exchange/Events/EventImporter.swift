internal import BrowserModel
internal import EventCoding
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// Imports exported events into a log.
struct EventImporter {
  private let path: String
  private let names = CaseNames()
  private var encoder = EventEncoder()
  private var report = ImportReport()
  private var number = 0

  private init(_ path: String) { self.path = path }

  /// Imports an exported log event by event, with the original sequence numbers, times and batches.
  ///
  /// The profile must be new, or contain the beginning of the same log. In the latter case, the
  /// remaining events are added.
  ///
  /// - Returns: The number of new events, and the number of events that already existed.
  static func importEvents(
    _ path: String, into store: Store, isDryRun: Bool, _ progress: (Int, Int) throws -> Void
  ) throws -> ImportReport {
    let lines = try FileLines(path)
    let report = try store.log.write(commits: !isDryRun) { (writer) -> ImportReport in
      var events = EventImporter(path)
      // The transaction may be repeated.
      try lines.rewind()
      return try events.importEvents(lines, writer, progress)
    }
    try store.catchUp()
    return report
  }

  private mutating func importEvents(
    _ lines: FileLines, _ writer: borrowing Writer, _ progress: (Int, Int) throws -> Void
  ) throws -> ImportReport {
    while let line = try lines.next() {
      if line.isEmpty { continue }
      number += 1
      try importEvents(line, writer)
      if number % 4_096 == 0 { try progress(number, 0) }
    }
    return report
  }

  private mutating func importEvents(_ line: ArraySlice<UInt8>, _ writer: borrowing Writer) throws {
    let record = try record(line)
    let isKnown = try writer.reader.withRecord(at: UInt64(number)) { bytes in
      guard bytes.isEqual(to: record.span.raw) else {
        throw ExchangeError(
          .importFailed,
          "Event #\(number) of “\(path)” differs from event #\(number) of the profile. Import the file into a "
            + "new profile.")
      }
      return true
    }
    if isKnown == true {
      report.counts.known += 1
    } else {
      try writer.append(record.span.raw)
      report.counts.events += 1
    }
  }

  /// Returns the encoded event of a line.
  private mutating func record(_ line: ArraySlice<UInt8>) throws -> ContiguousArray<UInt8> {
    guard let reader = EventLineReader(try json(line), names),
      Int(reader.event.sequence.rawValue) == number
    else {
      throw ExchangeError(
        .importFailed, "“\(path)” is damaged: line \(number) does not contain event #\(number).")
    }
    encoder.removeAll()
    encoder.encode(reader.event, words: reader.words)
    return encoder.bytes
  }

  private func json(_ line: ArraySlice<UInt8>) throws -> JSON {
    do {
      return try JSONParser.parse(line)
    } catch {
      throw ExchangeError(
        .importFailed, "“\(path)” is damaged: line \(number) is not JSON.", underlying: error)
    }
  }
}
