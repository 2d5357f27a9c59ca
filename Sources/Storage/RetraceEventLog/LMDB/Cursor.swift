import CLMDB

/// A cursor, which moves from key to key in one table of a transaction. The cursor must be released
/// before the transaction ends.
@safe struct Cursor: ~Copyable {
  private let handle: OpaquePointer
  private let transaction: Transaction
  private var key = unsafe MDB_val()
  /// The value at the cursor's position, in LMDB's map. The value is undefined before the first
  /// successful move.
  private(set) var value = unsafe MDB_val()
  /// The number of moves to the next or previous entry since the cursor was positioned.
  private var stepCount = 0

  /// Opens a cursor without a position.
  init(_ transaction: Transaction, table: MDB_dbi) throws {
    var opened: OpaquePointer?
    let code = unsafe mdb_cursor_open(transaction.handle, table, &opened)
    guard code == MDB_SUCCESS, let handle = unsafe opened else {
      throw transaction.environment.failure(code, "open a cursor")
    }
    unsafe self.handle = handle
    self.transaction = transaction
  }

  deinit { unsafe mdb_cursor_close(handle) }

  /// Moves the cursor, and returns whether there is an entry at the new position.
  ///
  /// - Parameter operation: An operation of LMDB, for example `MDB_NEXT`, which moves a new cursor
  ///   to the first entry.
  /// - Throws: Every error of LMDB except "not found"; ``LogError/Reason/damaged`` if there have
  ///   been more steps than the file can have entries.
  mutating func move(_ operation: MDB_cursor_op) throws -> Bool {
    stepCount = operation == MDB_NEXT || operation == MDB_PREV ? stepCount + 1 : 0
    if stepCount & 0xF_FFFF == 0xF_FFFF { try refuseEndlessTable() }
    let code = unsafe mdb_cursor_get(handle, &key, &value, operation)
    if code == MDB_SUCCESS { return true }
    guard code == MDB_NOTFOUND else { throw transaction.environment.failure(code, "read") }
    return false
  }

  /// Throws if the cursor has made more steps than the file can have entries. Damage can link pages
  /// in an endless loop, or make a page count more entries than fit into it.
  private func refuseEndlessTable() throws {
    let environment = transaction.environment
    let pageCount = unsafe environment.information.me_last_pgno + 1
    // LMDB stores at least 8 bytes for each entry.
    guard stepCount > pageCount &* (try environment.pageBytes()) / 8 else { return }
    throw environment.failure(MDB_CORRUPTED, "read")
  }

  /// The key at this position, valid until the transaction ends or writes.
  var keyBytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: key.mv_data, count: key.mv_size)
  }

  /// A copy of the key at this position.
  var keyCopy: [UInt8] { unsafe Array(keyBytes) }

  /// The value at this position, valid until the transaction ends or writes.
  var valueBytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
  }

  /// Moves to a record, or to the next record if the record does not exist. Returns false if
  /// neither record exists.
  mutating func seek(to sequence: UInt64) throws -> Bool {
    var number = sequence.bigEndian
    return unsafe try withUnsafeBytes(of: &number) { bytes in
      unsafe key = MDB_val(bytes)
      return try move(MDB_SET_RANGE)
    }
  }

  /// Moves to a record, or to the previous record if the record does not exist. Returns false if
  /// there is no such record and no previous record.
  mutating func seekBack(to sequence: UInt64) throws -> Bool {
    guard try seek(to: sequence) else { return try move(MDB_LAST) }
    return try self.sequence() == sequence ? true : move(MDB_PREV)
  }

  /// Moves to a key, or to the previous key if the key does not exist. Returns false if there is no
  /// such key and no previous key.
  mutating func seekBack(to key: [UInt8]) throws -> Bool {
    let isFound = unsafe try key.span.bytes.withUnsafeBytes { bytes in
      unsafe self.key = MDB_val(bytes)
      return try move(MDB_SET_RANGE)
    }
    guard isFound else { return try move(MDB_LAST) }
    return unsafe keyBytes.elementsEqual(key) ? true : try move(MDB_PREV)
  }

  /// Returns the number of the record at this position.
  ///
  /// - Throws: ``LogError/Reason/damaged`` if the key is not 8 bytes long.
  func sequence() throws -> UInt64 {
    guard unsafe key.mv_size == MemoryLayout<UInt64>.size else {
      throw transaction.environment.failure(MDB_CORRUPTED, "read a key")
    }
    // Keys in the map are only aligned to two bytes.
    return UInt64(bigEndian: unsafe key.mv_data.loadUnaligned(as: UInt64.self))
  }
}
