internal import CSQLite

/// One SQLite database of another program, opened to read.
@safe final class Database {
  private let handle: OpaquePointer
  private let path: String

  /// - Parameter path: A file that nobody writes to while this is open.
  init(reading path: String) throws {
    self.path = path
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    // Immutable: SQLite neither locks the file nor puts another next to it.
    let code = unsafe sqlite3_open_v2("file:\(Self.escaped(path))?immutable=1", &handle, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      unsafe sqlite3_close(handle)
      throw ImportFailure("“\(path)” cannot be opened as a database.")
    }
    unsafe self.handle = handle
    unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestRow)
    _ = try statement("PRAGMA trusted_schema = OFF").next()
    _ = try statement("PRAGMA cell_size_check = ON").next()
  }

  /// The most bytes of a row. SQLite refuses a longer one before it takes memory for it; nothing that is
  /// imported is longer than 2 MiB.
  private static let longestRow: Int32 = 16 << 20

  deinit { unsafe sqlite3_close(handle) }

  /// Takes what stands in the journals of a database into it; returns whether that was possible.
  ///
  /// - Parameter path: A copy that nobody else opens.
  static func mergeJournals(_ path: String) -> Bool {
    var handle: OpaquePointer?
    defer { unsafe sqlite3_close(handle) }
    let isOpen = unsafe sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK
    // A first look takes a journal back; leaving the mode takes a write-ahead log in.
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

  /// Whether there is a table of that name.
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

  var damage: ImportFailure {
    if unsafe sqlite3_errcode(handle) == SQLITE_TOOBIG {
      return ImportFailure(
        "The database “\(path)” cannot be read: a row is longer than 16 MiB, so it is damaged, or was "
          + "made to do harm.")
    }
    let reason = unsafe String(cString: sqlite3_errmsg(handle))
    return ImportFailure("The database “\(path)” cannot be read: \(reason).")
  }

  /// A path as it stands in a URI.
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
  /// Reads the visits of a history, which all browsers keep in one table next to that of their
  /// pages.
  ///
  /// - Parameters:
  ///   - table: The table of visits.
  ///   - query: Gives of each visit, in this order: its time, its kind, its page's URL and title, its id.
  ///   - visit: Says what such a row is.
  func readVisits(
    _ table: String, _ query: String, _ take: (PortableItem) throws -> Void,
    _ visit: (Statement) throws -> VisitRow
  ) throws {
    let count = try statement("SELECT count(*) FROM \(table)")
    if try count.next() { try take(.announced(Int(count.integer(0)))) }
    let rows = try statement(query)
    while try rows.next() {
      if rows.isNull(2) {
        try take(.problem("Visit \(rows.integer(4)) is of a page that is not there."))
        continue
      }
      switch try visit(rows) {
      case .visit(let visit): try take(.visit(visit))
      case .leftOut(let kind): try take(.leftOut(kind, 1))
      }
    }
  }
}
