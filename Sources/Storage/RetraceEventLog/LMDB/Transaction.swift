import CLMDB
internal import Platform

/// An open LMDB transaction, which is aborted unless it is committed.
///
/// Every pointer that LMDB returns is passed to a closure, and the running closures are counted.
/// Nothing may be written while a pointer is in use, because a write may move the data.
@safe final class Transaction {
  /// The kind of transaction. LMDB allows only one write transaction at a time across all
  /// processes.
  enum Kind { case read, write }

  let environment: Environment
  let kind: Kind
  /// LMDB's number of the state that is read or will be written. It increases by one with each
  /// commit.
  let number: UInt64
  /// Whether this process appended a record in the last commit, so that nothing was committed
  /// since.
  let isUntouched: Bool
  /// LMDB's transaction, or nil after it has ended.
  private(set) var handle: OpaquePointer?
  /// The number of closures that hold pointers into LMDB's map.
  private(set) var lentCount = 0
  /// The error number of the first failed write, or success if no write has failed. After a failed
  /// write, LMDB rejects a commit.
  private(set) var putFailure: Int32 = MDB_SUCCESS
  /// The number of the newest record that this transaction appended.
  var appended: UInt64?
  /// The number of the newest record before this transaction, or nil if the number has not been
  /// looked up yet.
  var newestBefore: UInt64?
  /// Whether the transaction rewrote records, or changed metadata or blobs that are not derived
  /// data.
  var isChanged = false
  /// The number of values that were written, for the trace.
  private var rowCount = 0
  /// The time at which the transaction began, or nil if transactions are not traced.
  private let start = Trace.start(.log)

  /// Whether the transaction writes anything that is not derived data.
  var hasChanges: Bool { isChanged || appended != nil }

  /// Begins a transaction.
  ///
  /// - Throws: ``LogError`` with LMDB's error number in `code`, which the caller uses to decide
  ///   whether to try again.
  init(_ environment: Environment, kind: Kind) throws {
    precondition(environment.isOpen, "A transaction must begin in an open environment.")
    self.environment = environment
    self.kind = kind
    let begun = unsafe try environment.begun(kind)
    unsafe handle = begun.handle
    number = unsafe begun.number
    if kind == .write { newestBefore = environment.newest(untouchedBefore: number) }
    isUntouched = newestBefore != nil
    trace("begin")
  }

  deinit { abort() }

  /// Begins a second transaction that reads the same state, for another thread.
  ///
  /// The second transaction does not enter the gate, because it must end before this transaction.
  ///
  /// - Returns: The second transaction. Nil if this is a write transaction, or if a newer state has
  ///   been committed.
  func twin() -> Transaction? {
    // Without a second transaction, one thread reads everything, and detects problems itself.
    guard kind == .read, let twin = try? Transaction(environment, kind: .read) else { return nil }
    guard unsafe mdb_txn_id(twin.handle) == mdb_txn_id(handle) else { return nil }
    return twin
  }

  /// Ends the transaction and drops its writes. Does nothing if the transaction has already ended.
  func abort() {
    guard let handle = unsafe handle else { return }
    unsafe self.handle = nil
    unsafe mdb_txn_abort(handle)
    if kind == .write { environment.endWriting() }
    trace("end")
  }

  private func trace(_ event: StaticString) {
    Trace.write(
      .log, event, of: kind == .write ? "write" : "read", since: start,
      ["txn": Int(truncatingIfNeeded: number), "rows": rowCount])
  }

  /// Whether another process may have overwritten pages of the state that is read.
  ///
  /// Writers cannot detect a reader that has no lock. LMDB keeps the pages of the newest two
  /// states, so a state stays intact until two more states have been committed. After that, the
  /// next writer may reuse its pages.
  var mayBeOverwritten: Bool {
    !environment.hasLock && environment.hasPassed(number)
  }

  /// Throws ``LogError/Reason/overwritten`` if pages of the state that is read may have been
  /// overwritten.
  func refuseOverwritten() throws {
    guard mayBeOverwritten else { return }
    throw LogError(
      .overwritten, operation: "read", path: FileSystem.parent(of: environment.directory))
  }

  /// The failure to throw if the caller has cancelled the work.
  var interruption: LogError {
    LogError(
      .interrupted, operation: "copy", path: FileSystem.parent(of: environment.directory))
  }

  /// Commits the transaction. When this function returns, all writes are on disk.
  func commit() throws {
    guard let handle = unsafe handle else {
      preconditionFailure("The transaction has already ended.")
    }
    unsafe self.handle = nil
    defer { if kind == .write { environment.endWriting() } }
    // LMDB frees the transaction even if the commit fails.
    try environment.check(unsafe mdb_txn_commit(handle), "commit")
    trace("commit")
    if let appended { environment.noteCommit(number, newest: appended) }
  }

  /// Whether a table contains a key.
  func has(_ table: MDB_dbi, _ key: UnsafeRawBufferPointer) throws -> Bool {
    var key = unsafe MDB_val(key)
    var value = unsafe MDB_val()
    let code = unsafe mdb_get(handle, table, &key, &value)
    guard code != MDB_NOTFOUND else { return false }
    try environment.check(code, "read")
    return true
  }

  /// Calls a closure with the value of a key. Returns nil if the key does not exist.
  ///
  /// - Complexity: O(log n).
  func withValue<Value>(
    _ table: MDB_dbi, _ key: UnsafeRawBufferPointer,
    _ body: (RawSpan) throws -> Value
  ) throws -> Value? {
    var key = unsafe MDB_val(key)
    var value = unsafe MDB_val()
    let code = unsafe mdb_get(handle, table, &key, &value)
    guard code != MDB_NOTFOUND else { return nil }
    try environment.check(code, "read")
    startLending()
    defer { endLending() }
    return try body(
      unsafe RawSpan(_unsafeStart: UnsafeRawPointer(value.mv_data), byteCount: value.mv_size))
  }

  /// Sets the value of a key.
  ///
  /// - Parameter flags: Flags of `mdb_put`, for example `MDB_APPEND`.
  @inline(__always)
  func put(
    _ table: MDB_dbi, _ key: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer,
    flags: Int32 = 0
  ) throws {
    refusePutWhileLent()
    rowCount &+= 1
    var key = unsafe MDB_val(key)
    var value = unsafe MDB_val(bytes)
    try note(unsafe mdb_put(handle, table, &key, &value, UInt32(flags)), "write")
  }

  /// Removes a key. A missing key is not an error.
  func remove(_ table: MDB_dbi, _ key: UnsafeRawBufferPointer) throws {
    refusePutWhileLent()
    var key = unsafe MDB_val(key)
    let code = unsafe mdb_del(handle, table, &key, nil)
    guard code != MDB_NOTFOUND else { return }
    try note(code, "remove")
  }

  /// Counts a closure that uses pointers into the map.
  func startLending() { lentCount += 1 }
  /// Reverses a call of ``startLending()`` after its closure has ended.
  func endLending() { lentCount -= 1 }

  /// Throws the failure of a write, and stores the first failure of the transaction in
  /// ``putFailure``.
  @inline(__always)
  private func note(_ code: Int32, _ operation: String) throws {
    if code != MDB_SUCCESS, putFailure == MDB_SUCCESS { putFailure = code }
    try environment.check(code, operation)
  }

  /// Traps if a closure is using pointers into the map, because a write may move the data.
  private func refusePutWhileLent() {
    precondition(lentCount == 0, "Nothing may be written while a closure uses bytes of the log.")
  }
}

extension Environment {
  /// Begins an LMDB transaction, and returns it with its number.
  ///
  /// LMDB's reader first reads the number of the newest commit, and then the head page of that
  /// commit. The second commit after it overwrites that head page. If this happens between the two
  /// reads, the reader sees a state that is not yet on disk, and its next transaction might read an
  /// older state. Therefore, the transaction begins again in this case.
  fileprivate func begun(
    _ kind: Transaction.Kind
  ) throws -> (handle: OpaquePointer?, number: UInt64) {
    for _ in 0..<1_000 {
      let handle = unsafe try begunHandle(kind)
      let number = unsafe UInt64(bitPattern: Int64(mdb_txn_id(handle)))
      if kind == .write || !hasPassed(number) { return unsafe (handle, number) }
      unsafe mdb_txn_abort(handle)
    }
    // Commits cannot be that frequent, so the file `lock.mdb` does not match the log.
    throw failure(MDB_BAD_TXN, "begin a transaction")
  }

  private func begunHandle(_ kind: Transaction.Kind) throws -> OpaquePointer? {
    if kind == .write { try beginWriting() }
    var handle: OpaquePointer?
    let flags = kind == .read ? UInt32(MDB_RDONLY) : 0
    let code = unsafe mdb_txn_begin(self.handle, nil, flags, &handle)
    if code != MDB_SUCCESS, kind == .write { endWriting() }
    try check(code, "begin a transaction")
    return unsafe handle
  }
}

extension MDB_val {
  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.init(
      mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }
}
