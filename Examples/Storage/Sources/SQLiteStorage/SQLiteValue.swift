import SQLite3

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
