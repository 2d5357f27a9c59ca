import CLMDB
import Glibc
import Synchronization

/// One open LMDB environment: the data file, its lock and its tables.
///
/// Transactions run side by side as LMDB allows. To close it or to move its map, no transaction
/// of this process may be open; ``TransactionGate`` sees to that.
@safe final class Environment: @unchecked Sendable {
  /// LMDB's handles of the named databases that every environment has.
  struct Tables {
    /// Records by their number.
    var events: MDB_dbi = 0
    /// Values by text, each with its checksum.
    var meta: MDB_dbi = 0
    /// Blobs by the hash of their bytes.
    var blobs: MDB_dbi = 0
    /// Derived from the records; nil in a log that has none and is only read.
    var checkpoints: MDB_dbi?
  }

  /// LMDB's environment.
  let handle: OpaquePointer
  /// The environment directory, absolute as the profile's.
  let directory: String
  /// What it was opened for.
  let access: EventLog.Access
  /// Device and inode of `data.mdb`, by which the open file is told from another at the same
  /// path.
  let file: FileSystem.Identity
  /// The path of `data.mdb`.
  let dataPath: String
  /// Whether writers know of this process's readers. If not, they may overwrite what is being
  /// read.
  let hasLock: Bool
  /// Set once, right after opening.
  private(set) var tables = Tables()
  /// The newest commit of this process, which spares the next write a look at the log.
  private let ownCommit = Mutex<OwnCommit?>(nil)
  /// Keys of checkpoints that are of no use, until the next write removes them.
  private let rejectedCheckpoints = Mutex<Set<[UInt8]>>([])
  /// The records that readers of this process found to be damaged or missing.
  private let foundDamaged = Mutex(RecordRanges())
  /// Whether LMDB could not read a page of the table of checkpoints.
  private let checkpointDamage = Atomic(false)
  /// Orders the writers.
  private let writers = WriterLock()
  /// The process that opened it.
  private let process = getpid()
  /// False once it was closed: LMDB's handle leads to freed memory then.
  private(set) var isOpen = true
  /// When the free pages were last compared with the trees, in seconds since 1970, or nil if this
  /// process knows of no comparison. Only used inside write transactions.
  var comparedSeconds: Int64?

  /// The newest commit of this process that appended something: its number in LMDB's count, and
  /// the newest record after it.
  private struct OwnCommit {
    let number: UInt64
    let newest: UInt64
  }

  /// The records that are known to be damaged or missing.
  var damagedRecords: RecordRanges { foundDamaged.withLock { $0 } }

  /// Remembers records that are damaged or missing.
  func noteDamaged(_ records: RecordRanges) { foundDamaged.withLock { $0.formUnion(records) } }

  /// Remembers a record that is damaged or missing.
  func noteDamaged(_ sequence: UInt64) { foundDamaged.withLock { $0.insert(sequence) } }

  /// Forgets which records are damaged: they may only have been written over while they were read.
  func forgetDamaged() { foundDamaged.withLock { $0 = RecordRanges() } }

  /// Remembers a checkpoint that is of no use.
  func rejectCheckpoint(_ key: [UInt8]) {
    rejectedCheckpoints.withLock { keys in _ = keys.insert(key) }
  }

  /// Returns the checkpoints to remove, and forgets them.
  func takeRejectedCheckpoints() -> Set<[UInt8]> {
    rejectedCheckpoints.withLock { keys in
      defer { keys = [] }
      return keys
    }
  }

  /// Whether the table of checkpoints cannot be read. It is derived from the records: reads find
  /// nothing in it, and the next write transaction empties it.
  var hasDamagedCheckpoints: Bool { checkpointDamage.load(ordering: .relaxed) }

  /// Remembers whether the table of checkpoints cannot be read.
  func noteDamagedCheckpoints(_ isDamaged: Bool = true) {
    checkpointDamage.store(isDamaged, ordering: .relaxed)
  }

  /// The number of checkpoints that are waiting to be removed.
  var rejectedCheckpointCount: Int { rejectedCheckpoints.withLock { $0.count } }

  /// Opens an environment that exists, and refuses one that is damaged or of a newer format.
  ///
  /// For writing, a missing table of checkpoints is made.
  ///
  /// - Parameters:
  ///   - directory: The environment directory, not the profile.
  ///   - access: Whether it may be written.
  ///   - mapBytes: The address space to reserve; less is taken where that much is not to be had.
  static func open(
    _ directory: String, access: EventLog.Access, mapBytes: Int
  ) throws(LogFailure) -> Environment {
    for name in ["/data.mdb", "/lock.mdb"] {
      try FileSystem.refuseOthers(at: directory + name, than: .file)
    }
    try DataFile.check(directory + "/data.mdb")
    let environment = try Environment(directory, access: access, mapBytes: mapBytes)
    environment.tables = try environment.openTables()
    // A profile that is full or damaged is read without tables that only make it faster.
    if access == .readWrite, environment.tables.checkpoints == nil,
      let tables = try? environment.createTables()
    {
      environment.tables = tables
    }
    try environment.checkFormat()
    return environment
  }

  /// Opens an environment without its tables, so that writers know of its readers.
  static func watching(_ directory: String) throws(LogFailure) -> Environment {
    try Environment(directory, access: .readOnly, mapBytes: usualMapBytes)
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

  /// Opens LMDB, without its tables.
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

  /// Closes the environment, once; no transaction may be open.
  func close() {
    // A forked child shares the parent's lock table and must not touch it.
    guard isOpen, getpid() == process else { return }
    isOpen = false
    noteClosing()
    unsafe mdb_env_close(handle)
  }

  /// Returns the identity of the data file in an environment directory.
  ///
  /// - Throws: ``LogFailure/Reason/damaged`` when there is none, ``LogFailure/Reason/notOwnFile``
  ///   when the directory is a link.
  static func file(in directory: String) throws(LogFailure) -> FileSystem.Identity {
    try FileSystem.refuseOthers(at: directory, than: .directory)
    do { return try FileSystem.entry(at: directory + "/data.mdb").identity } catch {
      guard error.code == ENOENT else { throw error }
      throw LogFailure(.damaged, code: ENOENT, operation: "find the log", path: directory)
    }
  }

  /// The address space that is reserved, in bytes.
  var mapBytes: Int { unsafe information.me_mapsize }

  /// The number of the newest commit, by this process or another.
  var lastTransaction: UInt64 { unsafe UInt64(bitPattern: Int64(information.me_last_txnid)) }

  /// Whether two commits have followed a state: the second writes over its head page, and may use
  /// the pages again that only it needed.
  func hasPassed(_ state: UInt64) -> Bool { Self.hasPassed(state, newest: lastTransaction) }

  /// Whether a state is two commits or more before another one.
  static func hasPassed(_ state: UInt64, newest: UInt64) -> Bool {
    newest > state && newest - state >= 2
  }

  /// What LMDB knows about its environment.
  var information: MDB_envinfo {
    var information = unsafe MDB_envinfo()
    let code = unsafe mdb_env_info(handle, &information)
    precondition(code == MDB_SUCCESS, "An open environment has information.")
    return unsafe information
  }

  /// Whether the write of LMDB's head page failed, after which LMDB refuses every transaction.
  var isUnusable: Bool {
    var probe: OpaquePointer?
    let code = unsafe mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &probe)
    if code == MDB_SUCCESS { unsafe mdb_txn_abort(probe) }
    return code == MDB_PANIC
  }

  /// Reserves another map. No transaction may be open.
  ///
  /// - Parameter bytes: The size of the map.
  func setMap(bytes: Int) throws(LogFailure) {
    try check(unsafe mdb_env_set_mapsize(handle, bytes), "change the map")
  }

  /// Returns the environment directory that has taken the place of this one, or nil if none has.
  ///
  /// When the name under `superseded` is damaged, it is found by its checksum, or else it is the
  /// one environment with a higher number.
  ///
  /// - Throws: ``LogFailure/Reason/damaged`` when there is no such environment, or more than one.
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

  /// Returns the newest record before a write transaction, if nobody has committed anything since
  /// this process appended it, otherwise nil.
  ///
  /// It spares the transaction two look-ups: what others have appended, and whether a compaction
  /// has put another environment in the place of this one.
  @inline(__always)
  func newest(untouchedBefore transaction: UInt64) -> UInt64? {
    let commit = ownCommit.withLock { $0 }
    return commit?.number == transaction &- 1 ? commit?.newest : nil
  }

  /// Remembers a commit that appended something.
  ///
  /// One that appended nothing is not remembered: LMDB does not count a transaction without
  /// changes.
  @inline(__always)
  func noteCommit(_ transaction: UInt64, newest: UInt64) {
    ownCommit.withLock { $0 = OwnCommit(number: transaction, newest: newest) }
  }

  /// Waits until no other thread and no other process writes. It is to be called before LMDB begins
  /// a write transaction.
  func beginWriting() throws(LogFailure) { writers.take(try descriptor()) }

  /// Ends what ``beginWriting()`` began, after LMDB's transaction.
  func endWriting() {
    // Without a descriptor it could not have begun.
    if let descriptor = try? descriptor() { writers.giveBack(descriptor) }
  }

  /// Frees the places of readers whose processes were killed.
  func clearStaleReaders() {
    var cleared: Int32 = 0
    // A failure only means that the file grows; the next transaction reports what is wrong.
    _ = unsafe mdb_reader_check(handle, &cleared)
  }

  /// Throws the failure that an error number of LMDB stands for.
  @inline(__always)
  func check(_ code: Int32, _ operation: String) throws(LogFailure) {
    guard code != MDB_SUCCESS else { return }
    throw failure(code, operation)
  }

  /// Makes the failure that an error number stands for, about the profile.
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

  /// Returns the bytes of one page.
  func pageBytes() throws(LogFailure) -> Int {
    var status = MDB_stat()
    try check(unsafe mdb_env_stat(handle, &status), "measure")
    return Int(status.ms_psize)
  }

  /// Returns the file descriptor of the data file, which belongs to LMDB.
  func descriptor() throws(LogFailure) -> Int32 {
    var descriptor: mdb_filehandle_t = -1
    try check(unsafe mdb_env_get_fd(handle, &descriptor), "find the data file")
    return descriptor
  }

  /// Gives the data file to the owner of the directory, where root has made it.
  func giveToOwner(of directory: String) {
    guard let descriptor = try? descriptor() else { return }
    FileSystem.giveToOwner(of: directory, descriptor)
  }

  /// Closes the data file in programs that this process starts; LMDB leaves it open to them.
  private func keepFromChildren() {
    // LMDB knows its own file; without it there is nothing that a child could inherit.
    guard let descriptor = try? descriptor() else { return }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}
