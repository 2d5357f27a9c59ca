import CLMDB
import Platform

// After each sync, this code is no longer in the processor's cache, and calling each function costs
// a cache miss. Therefore, the code path of a batch is inlined.
extension ProfileRecords {
  /// Runs a read transaction.
  ///
  /// - Throws: ``LogError/Reason/overwritten`` if pages of the state that was read may have been
  ///   overwritten.
  func read(_ body: (borrowing Reader) -> Void) throws {
    try repeating {
      let transaction = try begin(.read)
      defer { transaction.abort() }
      let reader = Reader(.profile(transaction))
      body(reader)
      notePassedWrites(during: transaction)
      guard !transaction.mayBeOverwritten else {
        noteOverwrittenRead()
        transaction.environment.findings.forgetDamaged()
        throw failure(.overwritten, "read")
      }
    }
  }

  /// Runs a write transaction.
  ///
  /// - Parameter body: Returns whether to commit the batch. It runs again after the map has grown
  ///   or another environment must be opened.
  @inline(__always)
  func write(_ body: (borrowing Writer) -> Bool) throws {
    guard access == .readWrite else { throw failure(.readOnly, "write") }
    try withoutStops {
      try repeating {
        let transaction = try begin(.write)
        defer { transaction.abort() }
        let writer = Writer(.profile(transaction))
        let isKept = body(writer)
        let restored = isKept && mayBeCopy ? try leaveBackup(transaction) : nil
        guard transaction.putFailure != MDB_MAP_FULL else {
          throw LogError(retryAfter: .grow(from: transaction.environment.mapBytes))
        }
        guard isKept else { return }
        try commit(transaction)
        if let appended = transaction.appended { note.write(appended) }
        if mayBeCopy, transaction.hasChanges {
          // After this write, the profile is not a copy, and it cannot become a copy again.
          mayBeCopy = false
          formerCopy = restored
        }
      }
    }
  }

  /// The maximum number of retries after interference by a signal or another process. More retries
  /// would indicate a problem with the file system.
  static var maximumRetries: Int { 1_000 }

  /// Runs an attempt inside the gate until it succeeds or fails permanently. Before each retry,
  /// executes the ``RetryStep`` outside the gate.
  @inline(__always)
  func repeating<Value>(_ attempt: () throws -> Value) throws -> Value {
    var retries = 0
    while true {
      guard !isForked else { throw failure(.usedAfterFork, "begin a transaction") }
      do {
        gate.enter()
        defer { gate.leave() }
        return try attempt()
      } catch let error as LogError {
        guard let step = error.retryStep else { throw error }
        guard retries < Self.maximumRetries else {
          throw LogError(code: EAGAIN, operation: "begin a transaction", path: profile.directory)
        }
        retries += 1
        try prepareRetry(step)
      }
    }
  }

  /// Begins a transaction in the live environment.
  ///
  /// For a write transaction, this function also checks that the path still leads to the open file.
  /// For the first write transaction of this process, it also checks that the list of free pages
  /// can be trusted.
  ///
  /// - Throws: ``LogError``, with ``LogError/retryStep`` for a problem that can be resolved, such as
  ///   a compaction that has replaced the environment.
  func begin(_ kind: Transaction.Kind) throws -> Transaction {
    let environment = try liveEnvironment()
    let transaction: Transaction
    let isSuperseded: Bool
    do {
      transaction = try beginWithReaders(environment, kind)
      isSuperseded = try transaction.isSuperseded()
    } catch let error as LogError {
      switch error.code {
      case EINTR: throw LogError(retryAfter: .none)
      case MDB_MAP_RESIZED: throw LogError(retryAfter: .adoptMap)
      case MDB_PANIC, MDB_BAD_TXN: throw LogError(retryAfter: .replace(environment))
      default: throw error
      }
    }
    guard !isSuperseded else {
      transaction.abort()
      throw LogError(retryAfter: .follow(environment))
    }
    if kind == .write {
      try refuseElsewhere(environment)
      if environment.comparedSeconds == nil || environment.hasDamagedCheckpoints {
        try checkFreePages(transaction)
      }
    }
    return transaction
  }

  /// Throws if the path no longer leads to the profile, because data written to the profile could
  /// not be found at the path.
  @inline(__always)
  func refuseElsewhere(_ environment: Environment) throws {
    guard environment.isStillInPlace() else { throw environment.findDisplacement() }
  }

  /// Checks the list of free pages, and begins the transaction again if the list or the checkpoints
  /// were dropped.
  private func checkFreePages(_ transaction: Transaction) throws {
    if try !transaction.environment.checkFreePages(transaction) {
      transaction.abort()
      throw LogError(retryAfter: .none)
    }
  }

  /// Begins a transaction. If all reader slots are in use, frees the slots of killed processes and
  /// tries again.
  @inline(__always)
  private func beginWithReaders(
    _ environment: Environment, _ kind: Transaction.Kind
  ) throws -> Transaction {
    do {
      return try Transaction(environment, kind: kind)
    } catch let error as LogError where error.code == MDB_READERS_FULL {
      environment.clearStaleReaders()
      return try Transaction(environment, kind: kind)
    }
  }

  /// Commits a transaction. Throws ``Retry`` for failures after which the transaction can be tried
  /// again.
  @inline(__always)
  func commit(_ transaction: Transaction) throws {
    do { try transaction.commit() } catch let error as LogError {
      let environment = transaction.environment
      switch error.code {
      case MDB_MAP_FULL: throw LogError(retryAfter: .grow(from: environment.mapBytes))
      case EINTR: throw LogError(retryAfter: .none)
      default: throw explained(error, environment)
      }
    }
  }

  /// Returns a failure with a more precise reason. A failed commit may or may not have saved the
  /// batch, and an I/O error may mean that the disk is full.
  ///
  /// - Parameters:
  ///   - failure: The failure that LMDB reported.
  ///   - environment: The environment that was written to.
  ///   - bytes: The approximate number of bytes to write. LMDB reports a short write as an I/O
  ///     error. If the disk has less free space than this number of bytes, it counts as full.
  func explained(
    _ failure: LogError, _ environment: Environment, writing bytes: Int = 1 << 20
  ) -> LogError {
    var failure = failure
    if environment.isUnusable {
      failure.reason = .outcomeUnknown
    } else if failure.code == EIO,
      FileSystemKind.hasLess(than: bytes, at: environment.directory)
    {
      failure.reason = .noSpace
    }
    return failure
  }
}
