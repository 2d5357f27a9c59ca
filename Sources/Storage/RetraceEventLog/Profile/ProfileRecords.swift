import CLMDB
import Platform
import Synchronization

/// An open profile, which consists of its live environment and the file with the newest record's
/// number. A compaction may replace the environment.
///
/// Each transaction is tried until it succeeds or fails permanently. An obstacle such as a full map
/// or another process's compaction results in a ``RetryStep``, which is executed between two
/// attempts while no transaction is open.
final class ProfileRecords: @unchecked Sendable {
  let profile: Profile
  let access: EventLog.Access
  /// The file with the number of the newest acknowledged record.
  let note: NewestSequenceFile
  /// The gate that blocks transactions while the environment is replaced or its map is moved.
  let gate = TransactionGate()
  /// Whether the log had fewer records than the number in ``note`` when it was opened.
  private(set) var isOlderThanNoted = false
  /// Whether the profile was a copy of an older state when it was opened, so that the first batch
  /// makes it a separate profile. The property is changed only inside write transactions.
  var mayBeCopy = false
  /// The identity of the profile before this process first wrote to it, or nil if the profile was
  /// not a copy.
  var formerCopy: FormerCopy? {
    get { notedCopy.withLock { $0 } }
    set { notedCopy.withLock { $0 = newValue } }
  }
  private let notedCopy = Mutex<FormerCopy?>(nil)
  private let overwrittenReads = Atomic(0)
  private let passedWrites = Atomic(0)
  /// The live environment, guarded by the gate. The value is nil if reopening the environment
  /// failed. In that case, the next transaction tries to open it again.
  private var environment: Environment?
  private let mapBytes: Int
  /// The identity that the profile must still have when an environment is opened again. A different
  /// identity means that another profile has replaced this profile.
  private let identity: ProfileIdentity
  /// The id of the process that opened the profile. After a fork, the child must not use the
  /// profile.
  private let process = getpid()

  /// Opens a profile, and removes leftovers of killed processes. If `access` is `readWrite`, a
  /// missing profile is created.
  init(
    directory: String, access: EventLog.Access, mapBytes: Int
  ) throws {
    // Makes a write beyond the limit on file sizes fail instead of ending the process.
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
    removeLeftovers()
    if access == .readWrite { profile.removeDrafts() }
  }

  deinit {
    if let environment { OpenEnvironments.close(environment) }
  }

  /// The number of checkpoints that readers have rejected in the live environment.
  var rejectedCheckpointCount: Int {
    gate.enter()
    defer { gate.leave() }
    return environment?.findings.rejectedCheckpointCount ?? 0
  }

  /// The records that readers found damaged or missing in the live environment.
  var damagedRecords: RecordRanges {
    gate.enter()
    defer { gate.leave() }
    return environment?.findings.damagedRecords ?? RecordRanges()
  }

  /// The number of reads that failed with ``LogError/Reason/overwritten``.
  var overwrittenReadCount: Int { overwrittenReads.load(ordering: .relaxed) }

  /// Counts a read that failed with ``LogError/Reason/overwritten``.
  func noteOverwrittenRead() { overwrittenReads.add(1, ordering: .relaxed) }

  /// Stores the number of writes that were committed during a read, if the number is at least
  /// ``HeldState/manyWrites`` and greater than the stored number.
  func notePassedWrites(during transaction: Transaction) {
    let newest = transaction.environment.lastTransaction
    let count = Int(clamping: newest &- transaction.number)
    guard count >= HeldState.manyWrites else { return }
    passedWrites.max(count, ordering: .relaxed)
  }

  /// Returns and resets the largest number of writes that were committed during one read.
  func consumePassedWrites() -> Int { passedWrites.exchange(0, ordering: .relaxed) }

  /// Whether this process was forked from the process that opened the profile.
  var isForked: Bool { getpid() != process }

  /// Creates a failure about this profile.
  func failure(_ reason: LogError.Reason, _ operation: String) -> LogError {
    LogError(reason, operation: operation, path: profile.directory)
  }

  /// Returns the live environment. Call this inside the gate.
  func liveEnvironment() throws -> Environment {
    guard let environment else { throw LogError(retryAfter: .reopen) }
    return environment
  }

  /// Executes the step that is required before a transaction is tried again. Call this outside the
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

  /// Runs a closure that changes the map, and closes the environment if the closure throws.
  private func changeMap(
    _ change: (Environment) throws -> Void
  ) throws {
    guard let environment else { return }
    do { try change(environment) } catch {
      // LMDB has unmapped the file, so its environment can only be closed. When it is opened again,
      // it has the default map size.
      close()
      throw error
    }
  }

  /// Opens the live environment again, with a map at least as large as before.
  ///
  /// - Throws: ``LogError/Reason/replaced`` if another profile has appeared at the path.
  private func reopen() throws {
    let mapBytes = max(environment?.mapBytes ?? 0, mapBytes)
    close()
    let found = try OpenEnvironments.open(
      profile, access: access, mapBytes: mapBytes, makesProfile: false)
    do {
      guard try ProfileIdentity(of: found, in: profile) == identity else {
        throw failure(.replaced, "reopen")
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

  /// Sets ``isOlderThanNoted`` by comparing the log with ``note``.
  private func compareWithNote() throws {
    // The number in the file is read before the log, because another process may commit at any
    // moment.
    guard let noted = note.sequence else { return }
    let newest = try readFirst { transaction in try transaction.newest() }
    isOlderThanNoted = newest < noted
  }

  /// Reads one state while the profile is being opened. If another process has compacted the
  /// profile, reads the new environment.
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
  /// If the process were stopped, all other writers would have to wait until it is continued. A
  /// stop signal that arrives while the closure runs takes effect afterwards.
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
