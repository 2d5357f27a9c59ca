import CLMDB
import EventCoding

/// How much room a log takes.
public struct LogStatistics: Hashable, Sendable {
  /// The records in the log.
  public let recordCount: Int
  /// The bytes of the data file, or of the records of a log in memory.
  public let fileBytes: Int
  /// The bytes that the newest state says the data file has.
  ///
  /// A file that is shorter may be damaged, and reading it may end the process; it may also be
  /// healthy. Read it in a process of its own first.
  public let neededBytes: Int
  /// The address space that is reserved, 0 in memory.
  public let mapBytes: Int
  /// The bytes of a page, 0 in memory.
  public let pageBytes: Int
  /// The pages that are free to be used again.
  public let freePageCount: Int
  /// The bytes of the pages that checkpoints take, 0 in memory.
  public let checkpointBytes: Int
  /// The levels of the tree of records.
  public let depth: Int
  /// The places for readers that were ever taken, in all processes together.
  public let readerCount: Int
}

extension EventLog {
  /// Measures the log.
  ///
  /// - Complexity: O(free pages).
  public func statistics() throws(LogFailure) -> LogStatistics {
    try read { (reader) throws(LogFailure) in
      switch reader.source {
      case .profile(let transaction): try transaction.statistics()
      case .memory(let store): store.statistics
      }
    }
  }
}

extension Transaction {
  func recordCount() throws(LogFailure) -> Int { try measure().ms_entries }

  /// More records than this cannot be in as many leaves as there are: each takes a number of two bytes
  /// at the head of its page, and eight bytes beside its key of eight and its first byte.
  func largestRecordCount() throws(LogFailure) -> UInt64 {
    let events = try measure()
    return UInt64(events.ms_leaf_pages) &* UInt64(events.ms_psize) / 19
  }

  private func measure() throws(LogFailure) -> MDB_stat {
    var events = MDB_stat()
    try environment.check(
      unsafe mdb_stat(handle, environment.tables.events, &events), "measure")
    return events
  }

  func statistics() throws(LogFailure) -> LogStatistics {
    let events = try measure()
    let information = unsafe environment.information
    return LogStatistics(
      recordCount: events.ms_entries, fileBytes: try environment.fileBytes(),
      neededBytes: unsafe (information.me_last_pgno + 1) * Int(events.ms_psize),
      mapBytes: unsafe information.me_mapsize, pageBytes: Int(events.ms_psize),
      freePageCount: try freePageCount(), checkpointBytes: try checkpointBytes(),
      depth: Int(events.ms_depth),
      readerCount: unsafe Int(information.me_numreaders))
  }

  private func checkpointBytes() throws(LogFailure) -> Int {
    guard let table = environment.tables.checkpoints else { return 0 }
    var measured = MDB_stat()
    try environment.check(unsafe mdb_stat(handle, table, &measured), "measure")
    let pages =
      measured.ms_branch_pages + measured.ms_leaf_pages + measured.ms_overflow_pages
    return pages * Int(measured.ms_psize)
  }

  /// Sums the lists in table 0, each of which begins with its length.
  private func freePageCount() throws(LogFailure) -> Int {
    var cursor = try Cursor(self, table: 0)
    var count = 0
    while try cursor.move(MDB_NEXT) {
      count += unsafe cursor.value.mv_data.loadUnaligned(as: Int.self)
    }
    return count
  }
}

extension MemoryStore {
  fileprivate var statistics: LogStatistics {
    LogStatistics(
      recordCount: Int(log.newest), fileBytes: log.byteCount, neededBytes: log.byteCount,
      mapBytes: 0, pageBytes: 0, freePageCount: 0, checkpointBytes: 0, depth: 0, readerCount: 0)
  }
}
