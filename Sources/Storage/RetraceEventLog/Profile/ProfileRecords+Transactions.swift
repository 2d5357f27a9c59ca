import CLMDB
import Platform

// After each sync this code is no longer in the processor's cache, and every function costs a cache
// miss. Therefore the code path of a batch is inlined.
extension ProfileRecords {
  /// Runs a read transaction, and discards the data read if pages of it may have been overwritten.
  ///
  /// - Throws: ``LogError/Reason/overwritten`` in that case.
  func read(_ body: (borrowing Reader) -> Void) throws {
    try repeating {
      let transaction = try begin(.read)
      defer { transaction.abort() }
      let reader = Reader(.profile(transaction))
      body(reader)
      notePassedWrites(during: transaction)
      guard !transaction.mayBeOverwritten else {
        noteOverwrittenRead()
        transaction.environment.forgetDamaged()
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
          // A profile that is not a copy never becomes one.
          mayBeCopy = false
          formerCopy = restored
        }
      }
    }
  }

  /// The maximum number of retries after interference by a signal or another process. More indicate
  /// a problem of the file system.
  static var mostRetries: Int { 1_000 }

  /// Repeats an attempt inside the gate until it succeeds or fails permanently, and executes each
  /// ``RetryStep`` outside the gate.
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
        guard retries < Self.mostRetries else {
          throw LogError(code: EAGAIN, operation: "begin a transaction", path: profile.directory)
        }
        retries += 1
        try prepareRetry(step)
      }
    }
  }

  /// Begins a transaction in the live environment.
  ///
  /// A write transaction also checks that the path still leads to the open file. The first one of
  /// this process also checks that the list of free pages can be trusted.
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

  /// Fails if the path no longer leads to the profile, because nobody would find the written data.
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

  /// Begins a transaction. If all reader slots are in use, those of killed processes are freed
  /// first.
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

  /// Commits a transaction, and identifies the failures after which it can be tried again.
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

  /// Distinguishes a batch that may be saved from one that is not, and a full disk from a broken
  /// one.
  ///
  /// - Parameters:
  ///   - failure: The failure that LMDB reported.
  ///   - environment: The environment that was written to.
  ///   - bytes: The approximate number of bytes to write. LMDB reports a short write as an
  ///     input/output error, so the remaining space decides.
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
