public import RetraceEventLog
import SQLite3

/// The storage of a log in one SQLite file.
///
/// ```swift
/// let store = try Store(EventLog(storage: SQLiteStorage("/data/session.sqlite"))) { milliseconds() }
/// ```
///
/// The log uses one transaction at a time, so one connection is enough. Other processes may open the
/// same file: in write-ahead mode, they read while this process writes.
public final class SQLiteStorage: EventStorage, EventStorageTransaction, @unchecked Sendable {
  private let connection: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  /// The newest record of the current transaction, or nil if it was not looked up yet.
  private var newestNumber: UInt64?

  /// Opens a file, and creates it if it is missing.
  ///
  /// - Throws: ``SQLiteError``.
  public init(_ path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open(path, &opened)
    guard code == SQLITE_OK, let opened else {
      defer { sqlite3_close(opened) }
      throw SQLiteError(code, opened)
    }
    connection = opened
    sqlite3_extended_result_codes(connection, 1)
    sqlite3_busy_timeout(connection, 10_000)
    // A commit returns when its bytes are on disk, and removed bytes are overwritten with zeros.
    for setting in ["journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"] {
      try execute("PRAGMA \(setting)")
    }
    try execute(
      "CREATE TABLE IF NOT EXISTS records (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")
    for table in StorageTable.allCases {
      try execute(
        """
        CREATE TABLE IF NOT EXISTS \(table.rawValue) (key BLOB PRIMARY KEY, value BLOB NOT NULL) \
        WITHOUT ROWID
        """)
    }
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement.handle) }
    sqlite3_close(connection)
  }

  private func execute(_ text: String) throws {
    let code = sqlite3_exec(connection, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, connection) }
  }

  private func statement(_ text: String) throws -> SQLiteStatement {
    if let statement = statements[text] { return statement }
    let statement = try SQLiteStatement(text, connection)
    statements[text] = statement
    return statement
  }

  private func run(_ text: String, _ values: [SQLiteValue]) throws {
    try statement(text).run(values)
  }

  // MARK: The storage

  public func read(_ body: (any EventStorageTransaction) throws -> Void) throws {
    try execute("BEGIN")
    newestNumber = nil
    defer { try? execute("ROLLBACK") }
    try body(self)
  }

  public func write(_ body: (any EventStorageTransaction) throws -> Bool) throws {
    try execute("BEGIN IMMEDIATE")
    newestNumber = nil
    do {
      guard try body(self) else { return try execute("ROLLBACK") }
      try execute("COMMIT")
    } catch {
      // After some errors, SQLite has already rolled back.
      if sqlite3_get_autocommit(connection) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  public func byteCount() throws -> Int {
    var count: UInt64 = 0
    try statement("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").run {
      row in
      count = row.integer(0)
      return false
    }
    return Int(count)
  }

  public func compact() throws {
    try execute("VACUUM")
    // The write-ahead log still contains the replaced pages.
    try execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  // MARK: A transaction

  public func newest() throws -> UInt64 {
    if let newestNumber { return newestNumber }
    var number: UInt64 = 0
    try statement("SELECT coalesce(max(number), 0) FROM records").run { row in
      number = row.integer(0)
      return false
    }
    newestNumber = number
    return number
  }

  public func visitRecords(
    _ numbers: ClosedRange<UInt64>, backwards: Bool, _ body: (UInt64, RawSpan) throws -> Bool
  ) throws {
    // The closure may begin another visit, so this statement is not shared.
    let order = backwards ? "DESC" : "ASC"
    let statement = try SQLiteStatement(
      "SELECT number, bytes FROM records WHERE number BETWEEN ? AND ? ORDER BY number \(order)",
      connection)
    defer { sqlite3_finalize(statement.handle) }
    try statement.run([.integer(numbers.lowerBound), .integer(numbers.upperBound)]) { row in
      let bytes = row.bytes(1)
      return try body(row.integer(0), bytes.span.bytes)
    }
  }

  public func append(_ bytes: RawSpan, as number: UInt64) throws {
    try run("INSERT INTO records VALUES (?, ?)", [.integer(number), .bytes(bytes.copied)])
    newestNumber = number
  }

  public func replaceRecord(_ number: UInt64, with bytes: RawSpan) throws {
    try run(
      "REPLACE INTO records VALUES (?, ?)", [.integer(number), .bytes(bytes.copied)])
  }

  public func value(of key: [UInt8], in table: StorageTable) throws -> [UInt8]? {
    var value: [UInt8]?
    try statement("SELECT value FROM \(table.rawValue) WHERE key = ?").run([.bytes(key)]) { row in
      value = row.bytes(0)
      return false
    }
    return value
  }

  public func setValue(_ value: [UInt8]?, of key: [UInt8], in table: StorageTable) throws {
    if let value {
      try run("REPLACE INTO \(table.rawValue) VALUES (?, ?)", [.bytes(key), .bytes(value)])
    } else {
      try run("DELETE FROM \(table.rawValue) WHERE key = ?", [.bytes(key)])
    }
  }

  public func key(atOrBefore key: [UInt8], in table: StorageTable) throws -> [UInt8]? {
    var found: [UInt8]?
    let text = "SELECT key FROM \(table.rawValue) WHERE key <= ? ORDER BY key DESC LIMIT 1"
    try statement(text).run([.bytes(key)]) { row in
      found = row.bytes(0)
      return false
    }
    return found
  }

  public func keys(of table: StorageTable) throws -> [[UInt8]] {
    var keys: [[UInt8]] = []
    try statement("SELECT key FROM \(table.rawValue)").run { row in
      keys.append(row.bytes(0))
      return true
    }
    return keys
  }
}

extension RawSpan {
  fileprivate var copied: [UInt8] { withUnsafeBytes { Array($0) } }
}
