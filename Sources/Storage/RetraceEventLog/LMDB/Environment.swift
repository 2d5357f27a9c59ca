internal import Bytes
import CLMDB
import Platform
import Synchronization

/// An open LMDB environment, which consists of the data file, its lock and its tables.
///
/// LMDB allows any number of concurrent readers and one writer. The environment can be closed, and
/// its map can be moved, only while no transaction of this process is open. ``TransactionGate``
/// ensures this condition.
@safe final class Environment: @unchecked Sendable {
  /// LMDB's handles of the named databases in every environment.
  struct Tables {
    /// The records by number.
    var events: MDB_dbi = 0
    /// The metadata values by key, each with its checksum.
    var meta: MDB_dbi = 0
    /// The blobs by the hash of their bytes.
    var blobs: MDB_dbi = 0
    /// Data derived from the records. Nil if the table does not exist and could not be created.
    var checkpoints: MDB_dbi?
  }

  /// LMDB's handle of the environment.
  let handle: OpaquePointer
  /// The absolute path of the environment directory, without symbolic links.
  let directory: String
  /// The access mode.
  let access: EventLog.Access
  /// The device and inode of `data.mdb`, which distinguish the open file from another file at the
  /// same path.
  let file: FileSystem.Identity
  /// The path of `data.mdb`.
  let dataPath: String
  /// Whether this process uses LMDB's lock file, in which writers look up the readers of this
  /// process. Without the lock file, writers may overwrite data that is being read.
  let hasLock: Bool
  /// The tables, set once, immediately after opening.
  private(set) var tables = Tables()
  /// The newest commit of this process. With this information, the next write need not look up the
  /// newest record.
  private let ownCommit = Mutex<OwnCommit?>(nil)
  /// The records and checkpoints that readers of this process found to be unusable.
  let findings = ReadFindings()
  /// Whether LMDB could not read a page of the table of checkpoints.
  private let checkpointDamage = Atomic(false)
  /// The lock that admits one writer at a time.
  private let writers = WriterLock()
  /// The id of the process that opened the environment.
  private let process = getpid()
  /// Whether the environment is open. After the environment is closed, LMDB's handle refers to
  /// freed memory.
  private(set) var isOpen = true
  /// The time of the last comparison of the free pages with the trees, in seconds since 1970, or
  /// nil if this process knows of no comparison. The property is used only inside write
  /// transactions.
  var comparedSeconds: Int64?

  /// The newest commit of this process that appended a record.
  private struct OwnCommit {
    let number: UInt64
    let newest: UInt64
  }

  /// Whether the table of checkpoints cannot be read. If so, reads treat the table as empty, and
  /// the next write transaction empties it. Checkpoints can be derived from the records again.
  var hasDamagedCheckpoints: Bool { checkpointDamage.load(ordering: .relaxed) }

  /// Stores whether the table of checkpoints cannot be read.
  func noteDamagedCheckpoints(_ isDamaged: Bool = true) {
    checkpointDamage.store(isDamaged, ordering: .relaxed)
  }

  /// Opens an existing environment, and throws if it is damaged or has a newer format.
  ///
  /// For writing, a missing table of checkpoints is created.
  ///
  /// - Parameters:
  ///   - directory: The environment directory, not the profile.
  ///   - access: The access mode.
  ///   - mapBytes: The address space to reserve. Less address space is used if this much is not
  ///     available.
  static func open(
    _ directory: String, access: EventLog.Access, mapBytes: Int
  ) throws -> Environment {
    for name in ["/data.mdb", "/lock.mdb"] {
      try FileSystem.refuseOthers(at: directory + name, than: .file)
    }
    try DataFile.check(directory + "/data.mdb")
    let environment = try Environment(directory, access: access, mapBytes: mapBytes)
    environment.tables = try environment.openTables()
    // If the disk is full or the profile is damaged, the profile is read without the table, which
    // only improves performance.
    if access == .readWrite, environment.tables.checkpoints == nil,
      let tables = try? environment.createTables()
    {
      environment.tables = tables
    }
    try environment.checkFormat()
    return environment
  }

  /// Opens an environment without its tables, only to register readers, so that writers do not
  /// overwrite the pages that these readers use.
  static func watching(_ directory: String) throws -> Environment {
    try Environment(directory, access: .readOnly, mapBytes: usualMapBytes)
  }

  /// Creates an environment with empty tables in an empty directory.
  static func make(in directory: String, mapBytes: Int) throws -> Environment {
    let environment = try Environment(directory, access: .readWrite, mapBytes: mapBytes)
    environment.tables = try environment.createTables()
    return environment
  }

  /// Creates the environment of a new profile in an empty directory, commits it and closes it.
  static func create(in directory: String) throws {
    let environment = try make(in: directory, mapBytes: 1 << 20)
    let transaction = try Transaction(environment, kind: .write)
    try transaction.put(Metadata.format, Metadata.formatVersion.bigEndianBytes)
    try transaction.put(Metadata.profile, Metadata.randomIdentifier())
    try transaction.put(Metadata.device, Metadata.randomIdentifier())
    try transaction.commit()
  }

  /// Opens LMDB's environment without its tables.
  private init(
    _ directory: String, access: EventLog.Access, mapBytes: Int
  ) throws {
    hasLock = try LockFile.prepare(in: directory, for: access)
    let handle = unsafe try Self.opened(
      directory, access: access, hasLock: hasLock, mapBytes: mapBytes)
    do {
      file = try Self.file(in: directory)
    } catch {
      unsafe mdb_env_close(handle)
      throw error
    }
    unsafe self.handle = handle
    self.directory = directory
    self.access = access
    dataPath = directory + "/data.mdb"
    keepFromChildren()
    clearStaleReaders()
    if !hasLock { BrokenLog.readsWithoutLock = true }
  }

  deinit { close() }

  /// Closes the environment once. No transaction may be open.
  func close() {
    // A forked child shares the parent's lock table and must not touch it.
    guard isOpen, getpid() == process else { return }
    isOpen = false
    noteClosing()
    unsafe mdb_env_close(handle)
  }

  /// Returns the identity of the data file in an environment directory.
  ///
  /// - Throws: ``LogError/Reason/damaged`` if there is no data file, ``LogError/Reason/notOwnFile``
  ///   if the directory is a link.
  static func file(in directory: String) throws -> FileSystem.Identity {
    try FileSystem.refuseOthers(at: directory, than: .directory)
    do { return try FileSystem.entry(at: directory + "/data.mdb").identity } catch let error
      as LogError where error.code == ENOENT
    {
      throw LogError(.damaged, code: ENOENT, operation: "find the log", path: directory)
    }
  }

  /// The reserved address space in bytes.
  var mapBytes: Int { unsafe information.me_mapsize }

  /// The number of the newest commit, by this process or another process.
  var lastTransaction: UInt64 { unsafe UInt64(bitPattern: Int64(information.me_last_txnid)) }

  /// Whether at least two commits have followed a state. The second commit overwrites the state's
  /// head page, and may reuse pages that only this state needed.
  func hasPassed(_ state: UInt64) -> Bool { Self.hasPassed(state, newest: lastTransaction) }

  /// Whether a state is at least two commits older than the newest state.
  static func hasPassed(_ state: UInt64, newest: UInt64) -> Bool {
    newest > state && newest - state >= 2
  }

  /// LMDB's information about this environment.
  var information: MDB_envinfo {
    var information = unsafe MDB_envinfo()
    let code = unsafe mdb_env_info(handle, &information)
    precondition(code == MDB_SUCCESS, "LMDB must report information about an open environment.")
    return unsafe information
  }

  /// Whether writing LMDB's head page failed, after which LMDB rejects every transaction.
  var isUnusable: Bool {
    var probe: OpaquePointer?
    let code = unsafe mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &probe)
    if code == MDB_SUCCESS { unsafe mdb_txn_abort(probe) }
    return code == MDB_PANIC
  }

  /// Changes the size of the map. No transaction may be open.
  ///
  /// - Parameter bytes: The size of the map.
  func setMap(bytes: Int) throws {
    try check(unsafe mdb_env_set_mapsize(handle, bytes), "change the map")
  }

  /// Returns the environment directory that has replaced this environment, or nil if this
  /// environment was not replaced.
  ///
  /// If the name stored under `superseded` is damaged, the directory is found by the checksum of
  /// its name. Failing that, it is the only environment with a higher number.
  ///
  /// - Throws: ``LogError/Reason/damaged`` if the name is damaged and no environment, or more than
  ///   one, can be the successor.
  func successor(in profile: Profile) throws -> String? {
    let transaction = try Transaction(self, kind: .read)
    switch try transaction.metadataValue(Metadata.superseded) {
    case .absent: return nil
    case .checked(let bytes):
      if let next = profile.environment(named: String(decoding: bytes, as: UTF8.self)) {
        return next
      }
    case .unchecked(let bytes):
      let next = profile.environment(named: String(decoding: bytes, as: UTF8.self))
      if let next, FileSystem.exists(next) { return next }
    case .damaged(_, let checksum):
      for name in try profile.environments(after: directory)
      where Metadata.checksum(of: Array(name.utf8), under: Metadata.superseded) == checksum {
        return profile.environment(named: name)
      }
    }
    let others = try profile.environments(after: directory)
    guard others.count == 1, let next = profile.environment(named: others[0]) else {
      throw LogError(.damaged, operation: "find the live log", path: profile.directory)
    }
    return next
  }

  /// Whether another environment has replaced this environment.
  func isSuperseded() throws -> Bool {
    try Transaction(self, kind: .read).isSuperseded()
  }

  /// Returns the number of the newest record before a write transaction, if this process appended
  /// that record in the last commit. Otherwise, returns nil.
  ///
  /// If the result is not nil, no other process has appended records, and no compaction has
  /// replaced this environment, so the transaction need not check for new records or for a
  /// compaction.
  @inline(__always)
  func newest(untouchedBefore transaction: UInt64) -> UInt64? {
    let commit = ownCommit.withLock { $0 }
    return commit?.number == transaction &- 1 ? commit?.newest : nil
  }

  /// Stores the number of a commit that appended a record, and the number of that record.
  ///
  /// Other commits are not stored, because LMDB does not count transactions without changes.
  @inline(__always)
  func noteCommit(_ transaction: UInt64, newest: UInt64) {
    ownCommit.withLock { $0 = OwnCommit(number: transaction, newest: newest) }
  }

  /// Waits until no other thread and no other process is writing. Call this before LMDB begins a
  /// write transaction.
  func beginWriting() throws { writers.acquire(try descriptor()) }

  /// Releases the lock acquired by ``beginWriting()``. Call this after LMDB's transaction has
  /// ended.
  func endWriting() {
    // Without a descriptor, writing could not have begun.
    if let descriptor = try? descriptor() { writers.release(descriptor) }
  }

  /// Frees the reader slots of killed processes.
  func clearStaleReaders() {
    var cleared: Int32 = 0
    // If this fails, the only consequence is that the file grows. The next transaction reports the
    // problem.
    _ = unsafe mdb_reader_check(handle, &cleared)
  }

  /// Throws the failure for an error number of LMDB.
  @inline(__always)
  func check(_ code: Int32, _ operation: String) throws {
    guard code != MDB_SUCCESS else { return }
    throw failure(code, operation)
  }

  /// Creates the failure for an error number, with the path of the profile.
  func failure(_ code: Int32, _ operation: String) -> LogError {
    Trace.write(.log, "failed", ["code": Int(code)])
    return LogError(code: code, operation: operation, path: FileSystem.parent(of: directory))
  }

  /// Returns the length of the data file in bytes, even after another environment has replaced this
  /// environment.
  func fileBytes() throws -> Int {
    var status = stat()
    guard unsafe fstat(try descriptor(), &status) == 0 else {
      throw LogError.ofSystem("examine", path: directory)
    }
    return Int(status.st_size)
  }

  /// Returns the size of a page in bytes.
  func pageBytes() throws -> Int {
    var status = MDB_stat()
    try check(unsafe mdb_env_stat(handle, &status), "read the statistics")
    return Int(status.ms_psize)
  }

  /// Returns the file descriptor of the data file, which belongs to LMDB.
  func descriptor() throws -> Int32 {
    var descriptor: mdb_filehandle_t = -1
    try check(unsafe mdb_env_get_fd(handle, &descriptor), "find the data file")
    return descriptor
  }

  /// Changes the owner of the data file to the owner of the directory, if root has created the
  /// file.
  func matchOwner(of directory: String) {
    guard let descriptor = try? descriptor() else { return }
    FileSystem.matchOwner(of: directory, descriptor)
  }

  /// Marks the data file to be closed in programs that this process starts, because LMDB does not
  /// mark it.
  private func keepFromChildren() {
    // If there is no descriptor, there is nothing that a child could inherit.
    guard let descriptor = try? descriptor() else { return }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}
