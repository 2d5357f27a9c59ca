import SQLite3

/// A prepared statement, which the connection uses again and again.
struct SQLiteStatement {
  let handle: OpaquePointer
  private let connection: OpaquePointer

  init(_ text: String, _ connection: OpaquePointer) throws {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw SQLiteError(code, connection) }
    (self.handle, self.connection) = (handle, connection)
  }

  /// Binds values and calls a closure for each row, until the closure returns false.
  func run(_ values: [SQLiteValue] = [], _ body: (SQLiteRow) throws -> Bool = { _ in true }) throws
  {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (value, index) in zip(values, 1...) { try check(value.bind(to: handle, at: Int32(index))) }
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw SQLiteError(code, connection) }
      guard try body(SQLiteRow(handle: handle)) else { return }
    }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw SQLiteError(code, connection) }
  }
}

/// A value to bind to a statement.
enum SQLiteValue {
  case integer(UInt64)
  case bytes([UInt8])

  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .integer(let number): return sqlite3_bind_int64(statement, index, Int64(number))
    case .bytes(let bytes):
      // Without an address, SQLite would bind NULL instead of an empty BLOB.
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
      let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      return sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), copies)
    }
  }
}

/// A row of a result, valid until the next row is read.
struct SQLiteRow {
  fileprivate let handle: OpaquePointer

  func integer(_ column: Int32) -> UInt64 { UInt64(sqlite3_column_int64(handle, column)) }

  func bytes(_ column: Int32) -> [UInt8] {
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
