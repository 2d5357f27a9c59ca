internal import BrowserModel
internal import EventCoding
internal import EventLog
internal import Session

extension Session {
  /// Takes a log that was written as lines (``EventLineWriter``) on where this one ends.
  ///
  /// Events refer to one another by their places, so they come as they were, with their times, batches
  /// and branches, and only into a profile that is empty or is an earlier state of the same log: it
  /// gets what it has not yet.
  ///
  /// - Throws: ``ImportFailure`` where the profile has another past, or a line says no event. Nothing
  ///   was written then.
  func importEvents(
    _ path: String, isDryRun: Bool, progress: (Int, Int) -> Void
  ) throws -> ImportReport {
    let bytes = try FileBytes.all(of: path)
    do {
      let report = try log.write { (writer) throws -> ImportReport in
        var importer = EventImporter(path)
        let known = Int(try writer.reader.newest())
        try importer.read(bytes, progress) { record, sequence in
          guard sequence <= known else {
            try writer.append(record)
            return true
          }
          let stored = try writer.reader.withRecord(at: UInt64(sequence)) { stored in
            stored.withUnsafeBytes { $0.elementsEqual(record) }
          }
          guard stored == true else {
            throw ImportFailure(
              "The profile has another past than “\(path)”: use a new one, with --profile.")
          }
          return false
        }
        if isDryRun { throw EventDryRun(report: importer.report) }
        return importer.report
      }
      try catchUp()
      return report
    } catch let end as EventDryRun {
      return end.report
    }
  }
}

/// Takes back all that was written, and says what it was.
private struct EventDryRun: Error {
  let report: ImportReport
}

/// Goes through the lines of a file.
private struct EventImporter {
  private(set) var report = ImportReport()
  private let path: String
  private let reader = EventLineReader()
  private var encoder = EventEncoder()

  init(_ path: String) { self.path = path }

  /// - Parameter take: Gets each record and its place; tells whether it was new.
  mutating func read(
    _ bytes: [UInt8], _ progress: (Int, Int) -> Void, _ take: ([UInt8], Int) throws -> Bool
  ) throws {
    var sequence = 0
    var isHeading = true
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if isHeading {
        isHeading = false
        continue
      }
      sequence += 1
      if try take(record(line, sequence), sequence) {
        report.counts.events += 1
      } else {
        report.counts.known += 1
      }
      if sequence % 4_096 == 0 { progress(line.endIndex, bytes.count) }
    }
  }

  private mutating func record(_ line: ArraySlice<UInt8>, _ sequence: Int) throws -> [UInt8] {
    do {
      let (event, words) = try reader.event(try JSONParser.parse(line))
      guard event.sequence.rawValue == sequence, event.batch <= event.sequence,
        event.batch.exists
      else { throw EventLineReader.Fault() }
      encoder.removeAll()
      encoder.encode(event, words: words)
      return Array(encoder.bytes)
    } catch {
      throw ImportFailure("Line \(sequence + 1) of “\(path)” says no event that is known.")
    }
  }
}
