import SQLite3

/// A row of a result, valid until the next row is read.
struct SQLiteRow {
  let handle: OpaquePointer

  func integer(_ column: Int32) -> UInt64 { UInt64(sqlite3_column_int64(handle, column)) }

  func bytes(_ column: Int32) -> [UInt8] {
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
