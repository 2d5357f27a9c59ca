internal import BrowserModel
public import EventLog
internal import Timeline

/// Keeping what is known of pages, in transactions of its own behind those of the events. Whether
/// there is an index changes how long a search takes, and nothing else.
extension Store {
  /// So many events may be behind the index when somebody looks, or opens the log.
  static let eventsBehindVisits: Int32 = 512
  /// So many may be while events are written: what is done in larger steps costs each event less.
  static let eventsBehindWhileWriting: Int32 = 8_192
  /// So many are taken in at once, at most: each time the log waits for it.
  private static let eventsAtOnce: Int32 = 1 << 15
  /// A log that is further behind is brought up step by step while nothing else is to be done.
  static let eventsBroughtUpAtOnce: Int32 = 1 << 16
  /// Runs are merged while the older is at most so many times as large, so that there are few of them.
  private static let mergedRatio = 3
  private static let leastMerged = 1_024
  private static let mostBytes = 8 << 20

  /// Takes some more events into the index of visited pages, where it is far behind: for when nothing
  /// else is to be done. It takes some tens of milliseconds.
  ///
  /// - Returns: Whether there are more.
  @discardableResult
  public func indexSomeVisits() -> Bool {
    guard timeline.position.rawValue - visitsKept.rawValue >= Self.eventsBehindVisits,
      keepsCheckpoints, timeline.unknownCount == 0
    else { return false }
    do throws(LogFailure) {
      guard try areVisitsBehind(Self.eventsBehindVisits, false) else { return false }
      return try keepSomeVisits()
    } catch {
      // A search takes longer; the events are on disk.
      return false
    }
  }

  /// Brings the index up to the newest event where it is far behind.
  ///
  /// - Parameters:
  ///   - limit: How many events are far.
  ///   - most: How many events are too many to be taken in now.
  ///   - looksForDamage: Whether one that is not sound is made anew.
  ///   - reports: Whether somebody waits for it, and sees how far it is.
  func keepVisits(
    ifBehind limit: Int32, unlessBehind most: Int32 = .max, looksForDamage: Bool = false,
    reports: Bool = false
  ) {
    let isFar = timeline.position.rawValue - visitsKept.rawValue >= limit
    guard isFar || looksForDamage, keepsCheckpoints, timeline.unknownCount == 0 else { return }
    do throws(LogFailure) {
      guard try areVisitsBehind(limit, looksForDamage),
        timeline.position.rawValue - visitsKept.rawValue < most
      else { return }
      defer { if reports { progress(.indexing, 1, 1) } }
      if reports { progress(.indexing, 0, Int(timeline.position.rawValue)) }
      while try keepSomeVisits() {
        if reports {
          progress(.indexing, Int(visitsKept.rawValue), Int(timeline.position.rawValue))
        }
      }
    } catch {
      // A search takes longer; the events are on disk.
    }
  }

  private func areVisitsBehind(
    _ limit: Int32, _ looksForDamage: Bool
  ) throws(LogFailure) -> Bool {
    try log.read { (reader) throws(LogFailure) in
      try withUnsafePointer(to: reader) { (reader) throws(LogFailure) in
        visitsKept = try PageIndex.storedRun(reader, before: nil)?.last ?? .nothing
        let newest = try reader.pointee.newestEvent()
        if newest.rawValue - visitsKept.rawValue >= limit { return true }
        guard looksForDamage else { return false }
        return try PageIndex(reader, sound: &soundRuns).last != visitsKept
      }
    }
  }

  /// Takes in the next events; tells whether there are more.
  private func keepSomeVisits() throws(LogFailure) -> Bool {
    try log.write { (writer) throws(LogFailure) in
      try removeForeign(writer)
      let merged = try withUnsafePointer(to: writer.reader) { (reader) throws(LogFailure) in
        let index = try PageIndex(reader, sound: &soundRuns)
        return try Self.nextRun(index, reader)
      }
      guard let merged else { return false }
      for key in merged.replaced { try writer.setCheckpoint(key.bytes, nil) }
      let frame = CheckpointFrame.bytes(
        of: merged.bytes, try merged.key.identity(writer.reader))
      try writer.setCheckpoint(merged.key.bytes, frame)
      visitsKept = merged.key.last
      return merged.isBehind
    }
  }

  /// What is to be written.
  private struct NextRun {
    var key: PageRunKey
    var bytes: ContiguousArray<UInt8>
    var replaced: [PageRunKey]
    var isBehind: Bool
  }

  private static func nextRun(
    _ index: PageIndex, _ reader: UnsafePointer<Reader>
  ) throws(LogFailure) -> NextRun? {
    guard PageIndex.isBehind(index.last, index.newest) else { return nil }
    let first = index.last.advanced(by: 1)
    let last = min(index.newest, index.last.advanced(by: eventsAtOnce))
    var batch = VisitBatch()
    try index.read(&batch, from: first, through: last) { _ in true }
    let records = batch.records(try index.records(of: batch.keys))
    let pages = zip(batch.keys, records).filter { $0.1.newest.exists }
    var next = NextRun(
      key: PageRunKey(first: first, last: last),
      bytes: PageRunWriter(pages.map { ($0, $1) }).bytes(first: first),
      replaced: try strayRuns(index, reader), isBehind: PageIndex.isBehind(last, index.newest))
    for run in index.runs {
      guard let bytes = try merged(run, next, index) else { break }
      next.bytes = bytes
      next.replaced.append(run)
      next.key = PageRunKey(first: run.first, last: last)
    }
    return next
  }

  /// An older run and the next one as one; nil where both stay.
  private static func merged(
    _ older: PageRunKey, _ next: NextRun, _ index: PageIndex
  ) throws(LogFailure) -> ContiguousArray<UInt8>? {
    let bytes: ContiguousArray<UInt8>?? = try index.withRun(older) { run in
      next.bytes.withUnsafeBytes { bytes in
        guard let newer = PageRun(bytes, first: next.key.first),
          run.count <= mergedRatio * max(newer.count, leastMerged),
          run.byteCount + newer.byteCount <= mostBytes
        else { return nil }
        let merger = PageRunMerger(older: run, newer: newer, index.page(visitedBy:))
        return merger.merged().bytes(first: older.first)
      }
    }
    return bytes ?? nil
  }

  /// Runs that are no part of a sound index.
  private static func strayRuns(
    _ index: PageIndex, _ reader: UnsafePointer<Reader>
  ) throws(LogFailure) -> [PageRunKey] {
    guard index.runs.isEmpty else { return [] }
    var strays: [PageRunKey] = []
    while let key = try PageIndex.storedRun(reader, before: strays.last?.first) {
      strays.append(key)
    }
    return strays
  }
}

extension PageIndex {
  static func isBehind(_ last: EventID, _ newest: EventID) -> Bool {
    newest.rawValue - last.rawValue >= Store.eventsBehindVisits
  }
}

/// How much room the index of pages takes.
public struct VisitIndexSize: Equatable, Sendable {
  /// How many runs a search looks at.
  public var runCount = 0
  /// The rows of all runs; a page may be in several.
  public var rowCount = 0
  public var byteCount = 0
}

extension Store {
  /// Measures the index.
  public func visitIndexSize() throws(LogFailure) -> VisitIndexSize {
    try log.read { (reader) throws(LogFailure) in
      try withUnsafePointer(to: reader) { (reader) throws(LogFailure) in
        let index = try PageIndex(reader, sound: &soundRuns)
        var size = VisitIndexSize(runCount: index.runs.count)
        for run in index.runs {
          let measured = try index.withRun(run) { ($0.count, $0.byteCount) } ?? (0, 0)
          size.rowCount += measured.0
          size.byteCount += measured.1
        }
        return size
      }
    }
  }
}
