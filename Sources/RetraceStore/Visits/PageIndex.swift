internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog
internal import RetraceTimeline

/// The visited pages of a branch of the log, which consist of sorted runs that are stored and of
/// the events after these runs. Only the main branch has runs.
///
/// An index is valid only while its reader is valid.
struct PageIndex {
  let reader: BorrowedReader
  /// The stored runs, newest first. Together they cover every event up to ``last``. The array is
  /// empty if a run is missing or damaged.
  let runs: [PageRunKey]
  /// The newest event that the index considers.
  let newest: EventID
  /// The branch whose events are considered, together with the events of other devices.
  let lineage: Lineage

  /// The newest event that the runs cover.
  var last: EventID { runs.first?.last ?? .nothing }

  /// Finds the runs of a log and verifies them.
  ///
  /// - Parameters:
  ///   - reader: A state of the log.
  ///   - sound: The runs that were already verified. Newly verified runs are added.
  init(
    _ reader: BorrowedReader, sound: inout Set<PageRunKey>
  ) throws {
    self.reader = reader
    lineage = .main
    newest = try reader.reader.newestEvent()
    runs = try Self.runs(reader, upTo: newest, &sound)
  }

  /// Creates an index without runs for a past moment or another branch, because runs cover only the
  /// newest state of the main branch.
  init(_ reader: BorrowedReader, at last: EventID, on lineage: Lineage) throws {
    self.reader = reader
    self.lineage = lineage
    newest = min(last, try reader.reader.newestEvent())
    runs = []
  }

  // MARK: Stored runs

  /// Returns all runs from the first event if there is no gap and each of them is intact, otherwise
  /// none.
  private static func runs(
    _ reader: BorrowedReader, upTo newest: EventID, _ sound: inout Set<PageRunKey>
  ) throws -> [PageRunKey] {
    var runs: [PageRunKey] = []
    while let key = try storedRun(reader, before: runs.last?.first) {
      let follows = runs.last.map { key.last == $0.first.advanced(by: -1) } ?? (key.last <= newest)
      guard follows, key.first <= key.last else { return [] }
      if !sound.contains(key) {
        guard try withRun(reader, key, { _ in true }) == true else { return [] }
        sound.insert(key)
      }
      runs.append(key)
      if key.first == EventID(1) { return runs }
    }
    return []
  }

  /// Returns the last stored run that begins before an event, or the last of all runs if the event
  /// is nil.
  static func storedRun(
    _ reader: BorrowedReader, before first: EventID?
  ) throws -> PageRunKey? {
    let end = PageRunKey.end(at: first?.advanced(by: -1) ?? .last)
    return try reader.reader.withCheckpoint(
      atOrBefore: end.bytes, sharing: PageRunKey.sharedCount
    ) { key, _ in PageRunKey(key) }
  }

  /// Calls a closure with a run if its checkpoint belongs to the right record. Verifies the
  /// checksum of the run, unless it was already verified.
  private static func withRun<Value>(
    _ reader: BorrowedReader, _ key: PageRunKey, isKnownSound: Bool = false,
    _ body: (PageRun) -> Value
  ) throws -> Value? {
    let identity = try key.identity(reader.reader)
    let found: Value?? = try reader.reader.withCheckpoint(
      atOrBefore: key.bytes, sharing: key.bytes.count
    ) { _, stored in
      guard let frame = CheckpointFrame(stored, of: identity) else { return nil }
      guard let content = isKnownSound ? frame.content : frame.soundContent,
        let run = PageRun(content, first: key.first)
      else { return nil }
      return body(run)
    }
    return found ?? nil
  }

  /// Calls a closure with a verified run.
  func withRun<Value>(
    _ key: PageRunKey, _ body: (PageRun) -> Value
  ) throws -> Value? {
    try Self.withRun(reader, key, isKnownSound: true, body)
  }

  /// Returns the page that an event visited, or nil if the event is not a visit or cannot be read.
  func page(visitedBy event: EventID) -> PageKey? {
    reader.reader.decoded(event) { record in
      try EventDecoder.decode(record, sequence: event).visitedPage(record)
    }
  }

  // MARK: Events after the runs

  /// Adds a range of events about pages to a batch.
  ///
  /// - Parameter isWanted: Whether to include a page.
  func read(
    _ batch: inout VisitBatch, from first: EventID, through last: EventID,
    isWanted: (PageKey) -> Bool
  ) throws {
    guard first <= last else { return }
    try reader.reader.scan(from: UInt64(first.rawValue), through: UInt64(last.rawValue)) {
      (number, bytes) in
      let sequence = EventID(Int32(truncatingIfNeeded: number))
      do {
        try batch.add(
          record: bytes, sequence, on: lineage, isWanted: isWanted, key: page(visitedBy:))
      } catch {
        reader.reader.noteDamaged(sequence)
      }
      return true
    }
  }

  /// Returns the data of each page in the runs. The newest run that contains a page is
  /// authoritative.
  func records(of keys: [PageKey]) throws -> [PageRecord] {
    var records = [PageRecord](repeating: PageRecord(), count: keys.count)
    var left = Array(keys.indices)
    for run in runs where !left.isEmpty {
      left =
        try withRun(run) { run in
          left.filter { place in
            guard let record = run.record(of: keys[place], page(visitedBy:)) else { return true }
            records[place] = record
            return false
          }
        } ?? left
    }
    return records
  }
}

extension VisitBatch {
  /// Adds a record if its event belongs to a lineage.
  mutating func add(
    record: RawSpan, _ sequence: EventID, on lineage: Lineage, isWanted: (PageKey) -> Bool,
    key: (EventID) -> PageKey?
  ) throws {
    let event = try EventDecoder.decode(record, sequence: sequence)
    guard lineage.isSeen(event) else { return }
    add(event, record, isWanted: isWanted, key: key)
  }
}
