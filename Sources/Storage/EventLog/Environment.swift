import CLMDB
import Glibc
import Synchronization

/// One open LMDB environment and its tables.
@safe final class Environment: @unchecked Sendable {
  /// The named databases that every environment has.
  struct Tables {
    var events: MDB_dbi = 0
    var meta: MDB_dbi = 0
    var blobs: MDB_dbi = 0
    /// Derived; nil in a log that has none and is only read.
    var checkpoints: MDB_dbi?
  }

  let handle: OpaquePointer
  /// The environment directory, as given.
  let directory: String
  let access: EventLog.Access
  /// Device and inode of `data.mdb`.
  let file: FileSystem.Identity
  let dataPath: String
  /// Whether readers are known to writers; if not, they see what is written over what they read.
  let hasLock: Bool
  private(set) var tables = Tables()
  private let ownCommit = Mutex<OwnCommit?>(nil)
  /// Keys of checkpoints that serve nobody, until the next write removes them.
  private let rejectedCheckpoints = Mutex<Set<[UInt8]>>([])
  private let process = getpid()
  private var isOpen = true
  /// When the free pages were last compared with the trees, in seconds since 1970; nil: not as far as
  /// this process knows. Inside write transactions only.
  var comparedSeconds: Int64?

  /// The newest commit of this process that appended something.
  private struct OwnCommit {
    let number: Int
    let newest: UInt64
  }

  func rejectCheckpoint(_ key: [UInt8]) {
    rejectedCheckpoints.withLock { keys in _ = keys.insert(key) }
  }

  func takeRejectedCheckpoints() -> Set<[UInt8]> {
    rejectedCheckpoints.withLock { keys in
      defer { keys = [] }
      return keys
    }
  }

  var rejectedCheckpointCount: Int { rejectedCheckpoints.withLock { $0.count } }

  /// Opens an environment that exists.
  ///
  /// - Parameter mapBytes: The address space to reserve; less is taken where that fails.
  static func open(
    _ directory: String, access: EventLog.Access, mapBytes: Int
  ) throws(LogFailure) -> Environment {
    try DataFile.check(directory + "/data.mdb")
    let environment = try Environment(directory, access: access, mapBytes: mapBytes)
    environment.tables = try environment.openTables()
    if access == .readWrite, environment.tables.checkpoints == nil,
      let tables = try? environment.createTables()
    {
      environment.tables = tables
    }
    try environment.checkFormat()
    return environment
  }

  /// Makes an environment with empty tables in an empty directory.
  static func make(in directory: String, mapBytes: Int) throws(LogFailure) -> Environment {
    let environment = try Environment(directory, access: .readWrite, mapBytes: mapBytes)
    environment.tables = try environment.createTables()
    return environment
  }

  /// Makes the environment of a new profile in an empty directory, commits it and closes it.
  static func create(in directory: String) throws(LogFailure) {
    let environment = try make(in: directory, mapBytes: 1 << 20)
    let transaction = try Transaction(environment, kind: .write)
    try transaction.put(Metadata.format, Metadata.formatVersion.bigEndianBytes)
    try transaction.put(Metadata.profile, Metadata.randomIdentifier())
    try transaction.put(Metadata.device, Metadata.randomIdentifier())
    try transaction.commit()
  }

  private init(
    _ directory: String, access: EventLog.Access, mapBytes: Int
  ) throws(LogFailure) {
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

  /// Closes the environment once; no transaction may be open.
  func close() {
    // A forked child shares the parent's lock table and must not touch it.
    guard isOpen, getpid() == process else { return }
    isOpen = false
    noteClosing()
    unsafe mdb_env_close(handle)
  }

  /// The identity of the data file in an environment directory.
  static func file(in directory: String) throws(LogFailure) -> FileSystem.Identity {
    do { return try FileSystem.entry(at: directory + "/data.mdb").identity } catch {
      guard error.code == ENOENT else { throw error }
      throw LogFailure(.damaged, code: ENOENT, operation: "find the log", path: directory)
    }
  }

  /// The address space that is reserved, in bytes.
  var mapBytes: Int { unsafe information.me_mapsize }

  /// LMDB's count of commits.
  var lastTransaction: UInt64 { UInt64(unsafe information.me_last_txnid) }

  var information: MDB_envinfo {
    var information = unsafe MDB_envinfo()
    let code = unsafe mdb_env_info(handle, &information)
    precondition(code == MDB_SUCCESS, "An open environment has information.")
    return unsafe information
  }

  /// Whether the write of the head failed, after which LMDB refuses every transaction.
  var isUnusable: Bool {
    var probe: OpaquePointer?
    let code = unsafe mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &probe)
    if code == MDB_SUCCESS { unsafe mdb_txn_abort(probe) }
    return code == MDB_PANIC
  }

  /// Reserves another map; 0 takes the size that the file has now. No transaction may be open.
  func setMap(bytes: Int) throws(LogFailure) {
    try check(unsafe mdb_env_set_mapsize(handle, bytes), "change the map")
  }

  /// The environment directory that has taken the place of this one, if one has.
  ///
  /// Where the name is damaged, it is the one that is there for it.
  func successor(in profile: Profile) throws(LogFailure) -> String? {
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
      throw LogFailure(.damaged, operation: "find the live log", path: profile.directory)
    }
    return next
  }

  /// Whether another environment has taken the place of this one.
  func isSuperseded() throws(LogFailure) -> Bool {
    try Transaction(self, kind: .read).isSuperseded()
  }

  /// The newest sequence before a write transaction, if nobody has committed anything since this
  /// process appended it.
  ///
  /// It spares the transaction a look at the log: at what others have appended, and at whether a
  /// compaction has put another environment in the place of this one.
  @inline(__always)
  func newest(untouchedBefore transaction: Int) -> UInt64? {
    let commit = ownCommit.withLock { $0 }
    return commit?.number == transaction - 1 ? commit?.newest : nil
  }

  /// Notes a commit that appended something; one without is not known to have been a commit at all.
  @inline(__always)
  func noteCommit(_ transaction: Int, newest: UInt64) {
    ownCommit.withLock { $0 = OwnCommit(number: transaction, newest: newest) }
  }

  /// Frees the places of readers that were killed.
  func clearStaleReaders() {
    var cleared: Int32 = 0
    // A failure only means that the file grows; the next transaction reports what is wrong.
    _ = unsafe mdb_reader_check(handle, &cleared)
  }

  @inline(__always)
  func check(_ code: Int32, _ operation: String) throws(LogFailure) {
    guard code != MDB_SUCCESS else { return }
    throw failure(code, operation)
  }

  func failure(_ code: Int32, _ operation: String) -> LogFailure {
    LogFailure(code: code, operation: operation, path: FileSystem.parent(of: directory))
  }

  /// The length of the data file, also after another environment has taken its place.
  func fileBytes() throws(LogFailure) -> Int {
    var status = stat()
    guard unsafe fstat(try descriptor(), &status) == 0 else {
      throw .ofSystem("look at", path: directory)
    }
    return Int(status.st_size)
  }

  func pageBytes() throws(LogFailure) -> Int {
    var status = MDB_stat()
    try check(unsafe mdb_env_stat(handle, &status), "measure")
    return Int(status.ms_psize)
  }

  func descriptor() throws(LogFailure) -> Int32 {
    var descriptor: mdb_filehandle_t = -1
    try check(unsafe mdb_env_get_fd(handle, &descriptor), "find the data file")
    return descriptor
  }

  /// LMDB leaves its descriptor open to programs that this process starts.
  private func keepFromChildren() {
    guard let descriptor = try? descriptor() else { return }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}
