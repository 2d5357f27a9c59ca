import CLMDB
import Platform
import Synchronization

/// An open profile: its live environment, which a compaction may replace, and the file with the
/// newest record's number.
///
/// Each transaction is tried until it succeeds or fails permanently. An obstacle such as a full map
/// or another process's compaction results in a ``RetryStep``, which is executed between two
/// attempts while no transaction is open.
final class ProfileRecords: @unchecked Sendable {
  let profile: Profile
  let access: EventLog.Access
  /// The number of the newest acknowledged record.
  let note: NewestSequenceFile
  /// Blocks transactions while the environment is replaced or its map is moved.
  let gate = TransactionGate()
  /// Whether the log had fewer records than recorded when it was opened.
  private(set) var isOlderThanNoted = false
  /// Whether the profile was a copy of an older state when it was opened, so that the first batch
  /// makes it a separate profile. Changed only inside write transactions.
  var mayBeCopy = false
  /// The previous identity of the profile before this process wrote to it, or nil if it was not a
  /// copy.
  var formerCopy: FormerCopy? {
    get { notedCopy.withLock { $0 } }
    set { notedCopy.withLock { $0 = newValue } }
  }
  private let notedCopy = Mutex<FormerCopy?>(nil)
  private let overwrittenReads = Atomic(0)
  private let passedWrites = Atomic(0)
  /// The live environment, guarded by the gate, or nil after a failed reopening, which the next
  /// transaction repeats.
  private var environment: Environment?
  private let mapBytes: Int
  /// The required identity of an environment that is opened again. Otherwise, it is another
  /// profile.
  private let identity: ProfileIdentity
  /// The process that opened the profile. After a fork, the child must not use it.
  private let process = getpid()

  /// Opens a profile, creates it if it is missing and may be written, and removes leftovers of
  /// killed processes.
  init(
    directory: String, access: EventLog.Access, mapBytes: Int
  ) throws {
    // A write beyond the limit on file sizes then fails, instead of ending the process.
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
    let isBackup = try readFirst { transaction in
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

  /// The records that readers found damaged or missing in the live environment.
  var damagedRecords: RecordRanges {
    gate.enter()
    defer { gate.leave() }
    return environment?.damagedRecords ?? RecordRanges()
  }

  /// The number of reads that failed with ``LogError/Reason/overwritten``.
  var overwrittenReadCount: Int { overwrittenReads.load(ordering: .relaxed) }

  /// Counts another such read.
  func noteOverwrittenRead() { overwrittenReads.add(1, ordering: .relaxed) }

  /// Records the number of writes that were committed during a read, if there were many.
  func notePassedWrites(during transaction: Transaction) {
    let newest = transaction.environment.lastTransaction
    let count = Int(clamping: newest &- transaction.number)
    guard count >= HeldState.manyWrites else { return }
    passedWrites.max(count, ordering: .relaxed)
  }

  /// Returns and resets the maximum number of writes during a read.
  func takePassedWrites() -> Int { passedWrites.exchange(0, ordering: .relaxed) }

  /// Whether this process is a child of the one that opened the profile.
  var isForked: Bool { getpid() != process }

  /// Creates a failure about this profile.
  func failure(_ reason: LogError.Reason, _ operation: String) -> LogError {
    LogError(reason, operation: operation, path: profile.directory)
  }

  /// Returns the live environment. Call it inside the gate.
  func liveEnvironment() throws -> Environment {
    guard let environment else { throw LogError(retryAfter: .reopen) }
    return environment
  }

  /// Executes the step that is required before a transaction is tried again. Call it outside the
  /// gate.
  func prepareRetry(_ step: RetryStep) throws {
    try gate.withoutOthers {
      switch step {
      case .none: break
      case .adoptMap:
        try changeMap { environment in try environment.adoptMap() }
      case .grow(let bytes):
        // Another thread may have enlarged the map in the meantime.
        guard environment?.mapBytes == bytes else { return }
        try changeMap { environment in try environment.setMap(bytes: bytes * 2) }
      case .reopen: if environment == nil { try reopen() }
      case .replace(let former), .follow(let former):
        if environment === former { try reopen() }
      }
    }
  }

  /// Moves the map, or closes the environment if that fails.
  private func changeMap(
    _ change: (Environment) throws -> Void
  ) throws {
    guard let environment else { return }
    do { try change(environment) } catch {
      // LMDB has unmapped the file and can only be closed. The next opening uses the default map
      // size.
      close()
      throw error
    }
  }

  /// Opens the live environment again, with a map at least as large as before.
  ///
  /// - Throws: ``LogError/Reason/replaced`` if another profile is at the path by now.
  private func reopen() throws {
    let mapBytes = max(environment?.mapBytes ?? 0, mapBytes)
    close()
    let found = try OpenEnvironments.open(
      profile, access: access, mapBytes: mapBytes, makesProfile: false)
    do {
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
  private func compareWithNote() throws {
    // The recorded number is read first, because another process may commit at any moment.
    guard let noted = note.sequence else { return }
    let newest = try readFirst { transaction in try transaction.newest() }
    isOlderThanNoted = newest < noted
  }

  /// Reads one state while the profile is opened, and follows compactions of other processes.
  private func readFirst<Value>(
    _ body: (Transaction) throws -> Value
  ) throws -> Value {
    try repeating {
      let transaction = try begin(.read)
      defer { transaction.abort() }
      let value = try body(transaction)
      if transaction.mayBeOverwritten { throw LogError(retryAfter: .none) }
      return value
    }
  }
}

extension ProfileRecords {
  /// Runs a closure that holds the writer lock. While it runs, the terminal cannot stop this
  /// process (Ctrl-Z).
  ///
  /// Otherwise, all other writers would have to wait until the process is continued. A stop that
  /// arrives meanwhile takes effect afterwards.
  @inline(__always)
  func withoutStops<Value>(_ body: () throws -> Value) rethrows -> Value {
    var stops = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&stops)
    for signal in [SIGTSTP, SIGTTIN, SIGTTOU] { unsafe sigaddset(&stops, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &stops, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }
}
