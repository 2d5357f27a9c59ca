import SQLite3

/// An error of SQLite.
public struct SQLiteError: Error, CustomStringConvertible {
  /// SQLite's extended result code, such as `SQLITE_FULL`.
  public let code: Int32
  public let description: String

  init(_ code: Int32, _ connection: OpaquePointer?) {
    self.code = code
    description = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
  }
}
