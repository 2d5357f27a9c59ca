internal import BrowserModel
internal import EventCoding
internal import EventLog
internal import Timeline

/// The pages of a log: what was kept of them, and the events behind that. Valid while a reader is
/// lent.
struct PageIndex {
  let reader: UnsafePointer<Reader>
  /// What was kept, the newest first; together every event up to ``last``, or nothing.
  let runs: [PageRunKey]
  let newest: EventID

  /// The newest event that the runs know of.
  var last: EventID { runs.first?.last ?? .nothing }

  /// - Parameter sound: The runs that were found sound before; those that are found now are added.
  init(
    _ reader: UnsafePointer<Reader>, sound: inout Set<PageRunKey>
  ) throws(LogFailure) {
    self.reader = reader
    newest = try reader.pointee.newestEvent()
    runs = try Self.runs(reader, upTo: newest, &sound)
  }

  /// The pages that were known at a moment, without what was kept.
  init(_ reader: UnsafePointer<Reader>, at last: EventID) throws(LogFailure) {
    self.reader = reader
    newest = min(last, try reader.pointee.newestEvent())
    runs = []
  }

  // MARK: What was kept

  /// All runs from the first event on, without a gap, each of them sound; otherwise none.
  private static func runs(
    _ reader: UnsafePointer<Reader>, upTo newest: EventID, _ sound: inout Set<PageRunKey>
  ) throws(LogFailure) -> [PageRunKey] {
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

  /// The last stored run that begins before an event.
  static func storedRun(
    _ reader: UnsafePointer<Reader>, before first: EventID?
  ) throws(LogFailure) -> PageRunKey? {
    let end = PageRunKey.end(at: first?.advanced(by: -1) ?? .last)
    return try reader.pointee.withCheckpoint(
      atOrBefore: end.bytes, sharing: PageRunKey.sharedCount
    ) { key, _ in PageRunKey(key) }
  }

  private static func withRun<Value>(
    _ reader: UnsafePointer<Reader>, _ key: PageRunKey, isKnownSound: Bool = false,
    _ body: (PageRun) -> Value
  ) throws(LogFailure) -> Value? {
    let identity = try key.identity(reader.pointee)
    let found: Value?? = try reader.pointee.withCheckpoint(
      atOrBefore: key.bytes, sharing: key.bytes.count
    ) { _, stored in
      let frame = CheckpointFrame(stored, of: identity)
      return (isKnownSound ? frame?.content : frame?.soundContent)
        .flatMap { PageRun($0, first: key.first) }.map(body)
    }
    return found ?? nil
  }

  /// Lends a run that was found sound.
  func withRun<Value>(
    _ key: PageRunKey, _ body: (PageRun) -> Value
  ) throws(LogFailure) -> Value? {
    try Self.withRun(reader, key, isKnownSound: true, body)
  }

  /// The page that an event has visited; nil where it has none.
  func page(visitedBy event: EventID) -> PageKey? {
    guard event.exists, !event.isPrivate else { return nil }
    do throws(LogFailure) {
      return try reader.pointee.withRecord(at: UInt64(event.rawValue)) {
        (bytes) throws(LogFailure) in
        bytes.withUnsafeBytes { bytes in
          do throws(EventDecoder.Damage) {
            return try EventDecoder.decode(bytes, sequence: event).visitedPage(bytes)
          } catch { return nil }
        }
      } ?? nil
    } catch {
      return nil
    }
  }

  // MARK: What is behind it

  /// What events say of pages, behind what the batch has.
  func read(
    _ batch: inout VisitBatch, from first: EventID, through last: EventID,
    isWanted: (PageKey) -> Bool
  ) throws(LogFailure) {
    guard first <= last else { return }
    try reader.pointee.scan(from: UInt64(first.rawValue), through: UInt64(last.rawValue)) {
      (number, bytes) throws(LogFailure) in
      batch.take(
        record: bytes, EventID(Int32(truncatingIfNeeded: number)), isWanted: isWanted,
        key: page(visitedBy:))
      return true
    }
  }

  /// What the runs know of each page.
  func records(of keys: [PageKey]) throws(LogFailure) -> [PageRecord] {
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
  /// Takes in a record; one that cannot be read says nothing.
  mutating func take(
    record: RawSpan, _ sequence: EventID, isWanted: (PageKey) -> Bool,
    key: (EventID) -> PageKey?
  ) {
    record.withUnsafeBytes { bytes in
      do throws(EventDecoder.Damage) {
        let event = try EventDecoder.decode(bytes, sequence: sequence)
        take(event, bytes, isWanted: isWanted, key: key)
      } catch {}
    }
  }
}
