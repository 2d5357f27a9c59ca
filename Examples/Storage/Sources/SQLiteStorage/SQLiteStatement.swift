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
