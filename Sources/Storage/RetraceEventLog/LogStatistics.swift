import CLMDB
import EventCoding

/// The size of a log, as measured by ``EventLog/statistics()``.
public struct LogStatistics: Hashable, Sendable {
  /// The number of records.
  public let recordCount: Int
  /// The length of the data file in bytes, or the total length of the records of a log in memory.
  public let fileBytes: Int
  /// The size of the data file in bytes according to the newest state.
  ///
  /// If ``fileBytes`` is less than this size, the file may be truncated, and reading the missing
  /// part would end the process. The file may also be intact, so read it in a separate process
  /// first.
  public let neededBytes: Int
  /// The address space reserved for the data file, in bytes, or 0 for a log in memory.
  public let mapBytes: Int
  /// The size of a page in bytes, usually 4,096, or 0 for a log in memory.
  public let pageBytes: Int
  /// The number of pages of the file that are free for reuse.
  public let freePageCount: Int
  /// The size of the pages with checkpoints in bytes, or 0 for a log in memory.
  public let checkpointBytes: Int
  /// The number of levels of the tree of records, or 0 for an empty log or a log in memory.
  public let depth: Int
  /// The largest number of reader slots used so far, across all processes, or 0 for a log in
  /// memory.
  public let readerCount: Int
}

extension EventLog {
  /// Measures the log in one read transaction.
  ///
  /// - Throws: ``LogError`` if the log cannot be read.
  /// - Complexity: O(free pages).
  public func statistics() throws -> LogStatistics {
    try read { reader in
      switch reader.source {
      case .profile(let transaction): try transaction.statistics()
      case .storage(let transaction): try transaction.statistics()
      }
    }
  }
}

extension Transaction {
  /// Returns the number of entries in the table of records, as LMDB counts them.
  func recordCount() throws -> UInt64 {
    UInt64(bitPattern: Int64(try measure().ms_entries))
  }

  /// Returns an upper bound on the number of records, based on the number of leaf pages.
  ///
  /// A record takes at least 19 bytes of a leaf: 2 for its offset at the head of the page, 8 for
  /// LMDB's header, 8 for its key and 1 for its content. A number of records above this bound
  /// indicates damage.
  func largestRecordCount() throws -> UInt64 {
    let events = try measure()
    return UInt64(events.ms_leaf_pages.countedPages) * UInt64(events.ms_psize) / 19
  }

  private func measure() throws -> MDB_stat {
    var events = MDB_stat()
    try environment.check(
      unsafe mdb_stat(handle, environment.tables.events, &events), "read the statistics")
    return events
  }

  func statistics() throws -> LogStatistics {
    let events = try measure()
    let information = unsafe environment.information
    return LogStatistics(
      recordCount: max(events.ms_entries, 0), fileBytes: try environment.fileBytes(),
      neededBytes: unsafe (information.me_last_pgno.countedPages + 1) * Int(events.ms_psize),
      mapBytes: unsafe information.me_mapsize, pageBytes: Int(events.ms_psize),
      freePageCount: try freePageCount(), checkpointBytes: try checkpointBytes(),
      depth: Int(events.ms_depth),
      readerCount: unsafe Int(information.me_numreaders))
  }

  /// Returns the size of all pages of the table of checkpoints in bytes.
  private func checkpointBytes() throws -> Int {
    guard let table = environment.tables.checkpoints else { return 0 }
    var measured = MDB_stat()
    try environment.check(unsafe mdb_stat(handle, table, &measured), "read the statistics")
    return measured.pageCount * Int(measured.ms_psize)
  }

  /// Returns the total number of free pages in the lists of LMDB's table 0. Each list begins with
  /// its length.
  ///
  /// - Throws: ``LogError/Reason/damaged`` if the length of a list is impossible.
  private func freePageCount() throws -> Int {
    var cursor = try Cursor(self, table: 0)
    var count = 0
    while try cursor.move(MDB_NEXT) {
      let places = unsafe cursor.value.mv_size / MemoryLayout<Int>.size - 1
      let length = places < 0 ? 0 : unsafe cursor.value.mv_data.loadUnaligned(as: Int.self)
      guard (0...max(places, 0)).contains(length) else {
        throw LogError(
          .damaged, operation: "read the list of free pages",
          path: FileSystem.parent(of: environment.directory))
      }
      count += length
    }
    return count
  }
}

extension MDB_stat {
  /// The number of pages of a table.
  var pageCount: Int {
    ms_branch_pages.countedPages + ms_leaf_pages.countedPages + ms_overflow_pages.countedPages
  }
}

extension Int {
  /// This page count, as reported by LMDB, limited to a plausible range. In a damaged file, LMDB's
  /// number can be arbitrary.
  fileprivate var countedPages: Int { Swift.min(Swift.max(self, 0), 1 << 40) }
}
