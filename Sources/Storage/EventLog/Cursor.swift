import CLMDB

/// A place in a table of records, closed before its transaction ends.
@safe struct Cursor: ~Copyable {
  private let handle: OpaquePointer
  private let transaction: Transaction
  private var key = unsafe MDB_val()
  private(set) var value = unsafe MDB_val()

  init(_ transaction: Transaction, table: MDB_dbi) throws(LogFailure) {
    var opened: OpaquePointer?
    let code = unsafe mdb_cursor_open(transaction.handle, table, &opened)
    guard code == MDB_SUCCESS, let handle = unsafe opened else {
      throw transaction.environment.failure(code, "open a cursor")
    }
    unsafe self.handle = handle
    self.transaction = transaction
  }

  deinit { unsafe mdb_cursor_close(handle) }

  /// Moves, and tells whether there is a record at the new place.
  ///
  /// Only "not found" is an end; every other code is a failure.
  mutating func move(_ operation: MDB_cursor_op) throws(LogFailure) -> Bool {
    let code = unsafe mdb_cursor_get(handle, &key, &value, operation)
    if code == MDB_SUCCESS { return true }
    guard code == MDB_NOTFOUND else { throw transaction.environment.failure(code, "read") }
    return false
  }

  /// The bytes of the key at this place, as long as the transaction lends them.
  var keyBytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: key.mv_data, count: key.mv_size)
  }

  /// The bytes of the value at this place, as long as the transaction lends them.
  var valueBytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
  }

  /// Moves to a record, or to the first one after it.
  mutating func seek(to sequence: UInt64) throws(LogFailure) -> Bool {
    var number = sequence.bigEndian
    return unsafe try withUnsafeBytes(of: &number) { (bytes) throws(LogFailure) in
      unsafe key = MDB_val(bytes)
      return try move(MDB_SET_RANGE)
    }
  }

  /// Moves to a record, or to the last one before it.
  mutating func seekBack(to sequence: UInt64) throws(LogFailure) -> Bool {
    guard try seek(to: sequence) else { return try move(MDB_LAST) }
    return try self.sequence() == sequence ? true : move(MDB_PREV)
  }

  /// Moves to a key, or to the last one before it.
  mutating func seekBack(to key: [UInt8]) throws(LogFailure) -> Bool {
    let isFound = unsafe try key.span.bytes.withUnsafeBytes { (bytes) throws(LogFailure) in
      unsafe self.key = MDB_val(bytes)
      return try move(MDB_SET_RANGE)
    }
    guard isFound else { return try move(MDB_LAST) }
    return unsafe keyBytes.elementsEqual(key) ? true : try move(MDB_PREV)
  }

  /// The number of the record at this place.
  func sequence() throws(LogFailure) -> UInt64 {
    guard unsafe key.mv_size == MemoryLayout<UInt64>.size else {
      throw transaction.environment.failure(MDB_CORRUPTED, "read a key")
    }
    // Keys in the map are only aligned to two bytes.
    return UInt64(bigEndian: unsafe key.mv_data.loadUnaligned(as: UInt64.self))
  }
}
