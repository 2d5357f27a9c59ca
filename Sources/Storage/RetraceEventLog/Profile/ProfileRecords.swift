import CLMDB
import Glibc
import Synchronization

/// An open profile: its live environment, which a compaction may replace, and the note next to it.
///
/// Each transaction is tried until it succeeds or fails for good. What stands in the way, such as
/// a full map or another process's compaction, is a ``RetryStep``, which is carried out between
/// two tries while no transaction is open.
final class ProfileRecords: @unchecked Sendable {
  let profile: Profile
  let access: EventLog.Access
  /// The newest record that was acknowledged.
  let note: NewestSequenceFile
  /// Keeps transactions out while the environment is replaced or its map is moved.
  let gate = TransactionGate()
  /// Whether the log had fewer records than the note said when it was opened.
  private(set) var isOlderThanNoted = false
  /// Whether the profile was a copy of an older state when it was opened, so that the first batch
  /// makes it a profile of its own. Changed only inside write transactions.
  var mayBeCopy = false
  /// What the profile was before this process wrote to it, or nil if it was not a copy.
  var formerCopy: FormerCopy? {
    get { notedCopy.withLock { $0 } }
    set { notedCopy.withLock { $0 = newValue } }
  }
  private let notedCopy = Mutex<FormerCopy?>(nil)
  private let overwrittenReads = Atomic(0)
  private let passedWrites = Atomic(0)
  /// The live environment, guarded by the gate; nil after a failed reopening, which the next
  /// transaction repeats.
  private var environment: Environment?
  private let mapBytes: Int
  /// What an environment that is opened again must have, otherwise it is another profile.
  private let identity: ProfileIdentity
  /// The process that opened the profile: after a fork the child must not use it.
  private let process = getpid()

  /// Opens a profile, makes one where none is and it may be written, and removes what killed
  /// processes have left.
  init(
    directory: String, access: EventLog.Access, mapBytes: Int
  ) throws(LogFailure) {
    // A write beyond the limit on file sizes then fails, and does not end the process.
    signal(SIGXFSZ, SIG_IGN)
    profile = try Profile(directory: directory)
    self.access = access
    self.mapBytes = mapBytes
    let environment = try OpenEnvironments.open(
      profile, access: access, mapBytes: mapBytes, makesProfile: access == .readWrite)
    self.environment = environment
    do {
      identity = try ProfileIdentity(of: environment, in: profile)
    } catch {
      OpenEnvironments.close(environment)
      throw error
    }
    note = NewestSequenceFile(path: profile.notePath, access: access)
    try compareWithNote()
    let isBackup = try readFirst { (transaction) throws(LogFailure) in
      try transaction.backupMark() != nil
    }
    mayBeCopy = isOlderThanNoted || isBackup
    removeStrays()
    if access == .readWrite { profile.removeDrafts() }
  }

  deinit {
    if let environment { OpenEnvironments.close(environment) }
  }

  /// The number of checkpoints that readers have rejected in the live environment.
  var rejectedCheckpointCount: Int {
    gate.enter()
    defer { gate.leave() }
    return environment?.rejectedCheckpointCount ?? 0
  }

  /// The records that readers have found to be damaged or missing in the live environment.
  var damagedRecords: RecordRanges {
    gate.enter()
    defer { gate.leave() }
    return environment?.damagedRecords ?? RecordRanges()
  }

  /// The number of reads that failed with ``LogFailure/Reason/overwritten``.
  var overwrittenReadCount: Int { overwrittenReads.load(ordering: .relaxed) }

  /// Counts one more of those reads.
  func noteOverwrittenRead() { overwrittenReads.add(1, ordering: .relaxed) }

  /// Remembers how many writes were committed during a read, if they were many.
  func notePassedWrites(during transaction: Transaction) {
    let newest = transaction.environment.lastTransaction
    let count = Int(clamping: newest &- transaction.number)
    guard count >= HeldState.manyWrites else { return }
    passedWrites.max(count, ordering: .relaxed)
  }

  /// Returns the most writes that passed a read, and forgets them.
  func takePassedWrites() -> Int { passedWrites.exchange(0, ordering: .relaxed) }

  /// Whether this process is a child of the one that opened the profile.
  var isForked: Bool { getpid() != process }

  /// Makes a failure about this profile.
  func failure(_ reason: LogFailure.Reason, _ operation: String) -> LogFailure {
    LogFailure(reason, operation: operation, path: profile.directory)
  }

  /// Returns the live environment. Call it inside the gate.
  func liveEnvironment() throws(Interruption) -> Environment {
    guard let environment else { throw .again(.reopen) }
    return environment
  }

  /// Carries out what must be done before a transaction is tried again. Call it outside the gate.
  func prepareRetry(_ step: RetryStep) throws(LogFailure) {
    try gate.withoutOthers { () throws(LogFailure) in
      switch step {
      case .none: break
      case .adoptMap:
        try changeMap { (environment) throws(LogFailure) in try environment.adoptMap() }
      case .grow(let bytes):
        // Another thread may have enlarged the map in the meantime.
        guard environment?.mapBytes == bytes else { return }
        try changeMap { (environment) throws(LogFailure) in try environment.setMap(bytes: bytes * 2)
        }
      case .reopen: if environment == nil { try reopen() }
      case .replace(let former), .follow(let former):
        if environment === former { try reopen() }
      }
    }
  }

  /// Moves the map, or closes the environment when that fails.
  private func changeMap(
    _ change: (Environment) throws(LogFailure) -> Void
  ) throws(LogFailure) {
    guard let environment else { return }
    do { try change(environment) } catch {
      // LMDB has unmapped the file and can only be closed. The next opening takes the usual map.
      close()
      throw error
    }
  }

  /// Opens the live environment again, with a map at least as large as before.
  ///
  /// - Throws: ``LogFailure/Reason/replaced`` when another profile is at the path by now.
  private func reopen() throws(LogFailure) {
    let mapBytes = max(environment?.mapBytes ?? 0, mapBytes)
    close()
    let found = try OpenEnvironments.open(
      profile, access: access, mapBytes: mapBytes, makesProfile: false)
    do throws(LogFailure) {
      guard try ProfileIdentity(of: found, in: profile) == identity else {
        throw failure(.replaced, "open it again")
      }
    } catch {
      OpenEnvironments.close(found)
      throw error
    }
    environment = found
  }

  /// Closes the environment, if one is open.
  private func close() {
    guard let environment else { return }
    self.environment = nil
    OpenEnvironments.close(environment)
  }

  /// Sets ``isOlderThanNoted``.
  private func compareWithNote() throws(LogFailure) {
    // The note is read first: another process may commit at any moment.
    guard let noted = note.sequence else { return }
    let newest = try readFirst { (transaction) throws(LogFailure) in try transaction.newest() }
    isOlderThanNoted = newest < noted
  }

  /// Reads one state while the profile is opened, and follows compactions of other processes.
  private func readFirst<Value>(
    _ body: (Transaction) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    try repeating { () throws(Interruption) in
      let transaction = try begin(.read)
      defer { transaction.abort() }
      let value: Value
      do throws(LogFailure) { value = try body(transaction) } catch { throw .failed(error) }
      if transaction.mayBeOverwritten { throw .again(.none) }
      return value
    }
  }
}

extension ProfileRecords {
  /// Runs a closure that holds the lock of the writers, during which the terminal cannot stop
  /// this process (Ctrl-Z).
  ///
  /// All other writers would wait until somebody continues it. A stop that arrives meanwhile
  /// takes effect afterwards.
  @inline(__always)
  func withoutStops<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var stops = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&stops)
    for signal in [SIGTSTP, SIGTTIN, SIGTTOU] { unsafe sigaddset(&stops, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &stops, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }
}
