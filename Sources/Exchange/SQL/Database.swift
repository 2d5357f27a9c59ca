internal import CSQLite

/// A SQLite database of another program, opened for reading.
@safe final class Database {
  private let handle: OpaquePointer
  private let path: String

  /// - Parameter path: The path of the file, which must not be written to while the database is
  ///   open.
  init(reading path: String) throws {
    self.path = path
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    // Immutable means that SQLite neither locks the file nor creates other files next to it.
    let code = unsafe sqlite3_open_v2("file:\(Self.escaped(path))?immutable=1", &handle, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      unsafe sqlite3_close(handle)
      throw ExchangeError(.importFailed, "“\(path)” cannot be opened as a database.")
    }
    unsafe self.handle = handle
    unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestRow)
    _ = try statement("PRAGMA trusted_schema = OFF").next()
    _ = try statement("PRAGMA cell_size_check = ON").next()
  }

  /// The maximum size of a row in bytes. SQLite rejects a longer row before it allocates memory for
  /// the row. Imported data is never longer than 2 MiB.
  private static let longestRow: Int32 = 16 << 20

  deinit { unsafe sqlite3_close(handle) }

  /// Merges the journals of a database into its file, and returns whether this was possible.
  ///
  /// - Parameter path: The path of a copy that no other program opens.
  static func mergeJournals(_ path: String) -> Bool {
    var handle: OpaquePointer?
    defer { unsafe sqlite3_close(handle) }
    let isOpen = unsafe sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK
    // The first query rolls back a rollback journal. Changing the journal mode merges a write-ahead
    // log.
    let commands = "SELECT count(*) FROM sqlite_master; PRAGMA journal_mode = DELETE"
    return unsafe isOpen
      && sqlite3_exec(handle, commands, nil, nil, nil) == SQLITE_OK
  }

  func statement(_ sql: String) throws -> Statement {
    var statement: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
      let statement = unsafe statement
    else {
      throw damage
    }
    return unsafe Statement(statement, of: self)
  }

  /// Whether a table exists.
  func hasTable(_ name: String) throws -> Bool {
    try statement("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '\(name)'").next()
  }

  /// Whether a table has a column.
  func hasColumn(_ name: String, in table: String) throws -> Bool {
    let columns = try statement("PRAGMA table_info(\(table))")
    while try columns.next() {
      if columns.text(1) == name { return true }
    }
    return false
  }

  var damage: ExchangeError {
    if unsafe sqlite3_errcode(handle) == SQLITE_TOOBIG {
      return ExchangeError(
        .importFailed,
        "The database “\(path)” cannot be read: a row is longer than 16 MiB, so the file is "
          + "damaged or malicious.")
    }
    let reason = unsafe String(cString: sqlite3_errmsg(handle))
    return ExchangeError(.importFailed, "The database “\(path)” cannot be read: \(reason).")
  }

  /// Escapes a path for use in a URI.
  private static func escaped(_ path: String) -> String {
    var text = ""
    for scalar in path.unicodeScalars {
      switch scalar {
      case "%": text += "%25"
      case "?": text += "%3f"
      case "#": text += "%23"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Database {
  /// Reads the visits of a history. All browsers store visits in one table and pages in another
  /// table.
  ///
  /// - Parameters:
  ///   - table: The table of visits.
  ///   - query: Selects the columns of each visit in this order: the time and the kind of the
  ///     visit, the URL and the title of the page, and the id of the visit.
  ///   - visit: Converts a row of the query.
  func readVisits(
    _ table: String, _ query: String, _ emit: (PortableItem) throws -> Void,
    _ visit: (Statement) throws -> VisitRow
  ) throws {
    let count = try statement("SELECT count(*) FROM \(table)")
    if try count.next() { try emit(.announced(Int(count.integer(0)))) }
    let rows = try statement(query)
    while try rows.next() {
      if rows.isNull(2) {
        try emit(.problem("Visit \(rows.integer(4)) refers to a page that does not exist."))
        continue
      }
      switch try visit(rows) {
      case .visit(let visit): try emit(.visit(visit))
      case .leftOut(let kind): try emit(.leftOut(kind, 1))
      }
    }
  }
}
