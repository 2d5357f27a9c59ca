import CLMDB
internal import Platform

/// An open LMDB transaction, which aborts unless it is committed.
///
/// Every pointer that LMDB returns is passed to a closure and counted. Nothing may be written while
/// a pointer is in use, because a write may move the data.
@safe final class Transaction {
  /// The kind of transaction. LMDB allows only one write transaction at a time across all
  /// processes.
  enum Kind { case read, write }

  let environment: Environment
  let kind: Kind
  /// The LMDB number of the state that is read, or will be written. It increases by one with each
  /// commit.
  let number: UInt64
  /// Whether it is certain that nobody has committed anything since this process last appended.
  let isUntouched: Bool
  /// LMDB's transaction, or nil after it has ended.
  private(set) var handle: OpaquePointer?
  /// The number of closures that hold pointers into LMDB's map.
  private(set) var lentCount = 0
  /// The error number of the first failed write, after which LMDB rejects a commit.
  private(set) var putFailure: Int32 = MDB_SUCCESS
  /// The number of the newest record that this transaction appended.
  var appended: UInt64?
  /// The number of the newest record at the beginning, after it was looked up.
  var newestBefore: UInt64?
  /// Whether it changed records, metadata or blobs that are not derived data.
  var isChanged = false
  /// The number of values that were written, for the trace.
  private var rowCount = 0
  /// The time at which the transaction began, if transactions are traced.
  private let start = Trace.start(.log)

  /// Whether it writes anything that is not derived data.
  var hasChanges: Bool { isChanged || appended != nil }

  /// Begins a transaction.
  ///
  /// - Throws: ``LogError`` with LMDB's error number in `code`, which the caller uses to decide
  ///   whether to try again.
  init(_ environment: Environment, kind: Kind) throws {
    precondition(environment.isOpen, "A transaction begins in an open environment.")
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
  /// It need not pass the gate, because it ends before this one.
  ///
  /// - Returns: The transaction, or nil in a write transaction, or if there is a newer state by
  ///   now.
  func twin() -> Transaction? {
    // Without it, one thread reads on its own, and detects problems itself.
    guard kind == .read, let twin = try? Transaction(environment, kind: .read) else { return nil }
    guard unsafe mdb_txn_id(twin.handle) == mdb_txn_id(handle) else { return nil }
    return twin
  }

  /// Ends the transaction and drops its writes. Does nothing if it has already ended.
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

  /// Whether pages of the state that is read may have been overwritten.
  ///
  /// Writers do not know about a reader without a lock. LMDB reuses pages that the state before the
  /// newest one no longer needs, so a state stays intact until two more have been committed. After
  /// that, the next writer may reuse its pages.
  var mayBeOverwritten: Bool {
    !environment.hasLock && environment.hasPassed(number)
  }

  /// Discards the data read if pages of it may have been overwritten.
  func refuseOverwritten() throws {
    guard mayBeOverwritten else { return }
    throw LogError(
      .overwritten, operation: "read", path: FileSystem.parent(of: environment.directory))
  }

  /// The failure that means that the caller has cancelled the work.
  var interruption: LogError {
    LogError(
      .interrupted, operation: "copy", path: FileSystem.parent(of: environment.directory))
  }

  /// Commits the transaction. When this returns, all writes are on disk.
  func commit() throws {
    guard let handle = unsafe handle else { preconditionFailure("A transaction ends once.") }
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
  /// Counts one closure less.
  func endLending() { lentCount -= 1 }

  /// Remembers the first failure of a write, and throws it.
  @inline(__always)
  private func note(_ code: Int32, _ operation: String) throws {
    if code != MDB_SUCCESS, putFailure == MDB_SUCCESS { putFailure = code }
    try environment.check(code, operation)
  }

  /// Traps if a closure uses pointers that a write may move.
  private func refusePutWhileLent() {
    precondition(lentCount == 0, "Nothing may be written while bytes of the log are lent.")
  }
}

extension Environment {
  /// Begins an LMDB transaction, and returns it with its number.
  ///
  /// A reader first reads the number of the newest commit and then the head page of that commit,
  /// which the next commit but one overwrites. If that happens in between, the reader is on a state
  /// that is not yet on disk, and its next transaction would return to the previous one. In this
  /// case, it begins again.
  fileprivate func begun(
    _ kind: Transaction.Kind
  ) throws -> (handle: OpaquePointer?, number: UInt64) {
    for _ in 0..<1_000 {
      let handle = unsafe try begunHandle(kind)
      let number = unsafe UInt64(bitPattern: Int64(mdb_txn_id(handle)))
      if kind == .write || !hasPassed(number) { return unsafe (handle, number) }
      unsafe mdb_txn_abort(handle)
    }
    // Nobody commits that often, so the file `lock.mdb` does not match the log.
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
