import CLMDB

/// One open LMDB transaction; it aborts unless it was committed.
///
/// Every pointer that LMDB hands out is lent to a closure, and nothing may be put while one is
/// lent: a put may move what the pointer shows.
@safe final class Transaction {
  enum Kind { case read, write }

  let environment: Environment
  let kind: Kind
  /// The state that is read, or will be written, by LMDB's count: one more with each commit.
  let number: Int
  /// Whether it is sure that nobody has committed anything since this process last appended.
  let isUntouched: Bool
  private(set) var handle: OpaquePointer?
  private(set) var lentCount = 0
  /// The first code of a put that failed; LMDB then refuses the commit.
  private(set) var putFailure: Int32 = MDB_SUCCESS
  /// The newest sequence that was appended here.
  var appended: UInt64?
  /// The newest sequence that was in the log at the beginning, once it was looked up.
  var newestBefore: UInt64?

  init(_ environment: Environment, kind: Kind) throws(LogFailure) {
    self.environment = environment
    self.kind = kind
    var begun: OpaquePointer?
    let flags = kind == .read ? UInt32(MDB_RDONLY) : 0
    let code = unsafe mdb_txn_begin(environment.handle, nil, flags, &begun)
    try environment.check(code, "begin a transaction")
    unsafe handle = begun
    number = unsafe mdb_txn_id(begun)
    if kind == .write { newestBefore = environment.newest(untouchedBefore: number) }
    isUntouched = newestBefore != nil
  }

  deinit { abort() }

  /// A second transaction that reads the same state, for another thread; nil where there is none.
  ///
  /// It needs no place at the gate, because it ends before this one does.
  func twin() -> Transaction? {
    guard kind == .read, let twin = try? Transaction(environment, kind: .read) else { return nil }
    guard unsafe mdb_txn_id(twin.handle) == mdb_txn_id(handle) else { return nil }
    return twin
  }

  func abort() {
    guard let handle = unsafe handle else { return }
    unsafe self.handle = nil
    unsafe mdb_txn_abort(handle)
  }

  /// Whether pages of the state that is read may have been written over.
  ///
  /// A reader without a lock is unknown to writers. LMDB takes pages that the state before the newest
  /// one does without, so a state holds through the commit that follows it, and through all that is
  /// written before the second one.
  var mayBeOverwritten: Bool {
    !environment.hasLock && environment.lastTransaction >= UInt64(number) + 2
  }

  func commit() throws(LogFailure) {
    guard let handle = unsafe handle else { preconditionFailure("A transaction ends once.") }
    unsafe self.handle = nil
    // LMDB frees the transaction also when the commit fails.
    try environment.check(unsafe mdb_txn_commit(handle), "commit")
    if let appended { environment.noteCommit(number, newest: appended) }
  }

  /// Whether a key is there.
  func has(_ table: MDB_dbi, _ key: UnsafeRawBufferPointer) throws(LogFailure) -> Bool {
    var key = unsafe MDB_val(key)
    var value = unsafe MDB_val()
    let code = unsafe mdb_get(handle, table, &key, &value)
    guard code != MDB_NOTFOUND else { return false }
    try environment.check(code, "read")
    return true
  }

  /// Lends the value of a key, `nil` when the key is not there.
  func withValue<Value, Failure: Error>(
    _ table: MDB_dbi, _ key: UnsafeRawBufferPointer,
    _ body: (RawSpan) throws(Failure) -> Value
  ) throws(LogFailure) -> Result<Value, Failure>? {
    var key = unsafe MDB_val(key)
    var value = unsafe MDB_val()
    let code = unsafe mdb_get(handle, table, &key, &value)
    guard code != MDB_NOTFOUND else { return nil }
    try environment.check(code, "read")
    startLending()
    defer { endLending() }
    do {
      return .success(
        try body(
          unsafe RawSpan(_unsafeStart: UnsafeRawPointer(value.mv_data), byteCount: value.mv_size)))
    } catch { return .failure(error) }
  }

  /// Puts a value; `flags` as in `mdb_put`.
  @inline(__always)
  func put(
    _ table: MDB_dbi, _ key: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer,
    flags: Int32 = 0
  ) throws(LogFailure) {
    refusePutWhileLent()
    var key = unsafe MDB_val(key)
    var value = unsafe MDB_val(bytes)
    try note(unsafe mdb_put(handle, table, &key, &value, UInt32(flags)), "write")
  }

  /// Removes a key; one that is not there is not an error.
  func remove(_ table: MDB_dbi, _ key: UnsafeRawBufferPointer) throws(LogFailure) {
    refusePutWhileLent()
    var key = unsafe MDB_val(key)
    let code = unsafe mdb_del(handle, table, &key, nil)
    guard code != MDB_NOTFOUND else { return }
    try note(code, "remove")
  }

  func startLending() { lentCount += 1 }
  func endLending() { lentCount -= 1 }

  @inline(__always)
  private func note(_ code: Int32, _ operation: String) throws(LogFailure) {
    if code != MDB_SUCCESS, putFailure == MDB_SUCCESS { putFailure = code }
    try environment.check(code, operation)
  }

  private func refusePutWhileLent() {
    precondition(lentCount == 0, "Nothing may be written while bytes of the log are lent.")
  }
}

extension MDB_val {
  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.init(
      mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }
}
