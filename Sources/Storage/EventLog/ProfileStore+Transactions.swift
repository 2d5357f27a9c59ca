import CLMDB
import Glibc

// After each sync this code is cold, and each function is another page of it: so what a batch goes
// through is inlined where it is used.
extension ProfileStore {
  func read(_ body: (borrowing Reader) -> Void) throws(LogFailure) {
    try repeating { () throws(Interruption) in
      let transaction = try begin(.read)
      defer { transaction.abort() }
      let reader = Reader(.profile(transaction))
      body(reader)
      guard !transaction.mayBeOverwritten else {
        noteOverwrittenRead()
        throw .failed(failure(.overwritten, "read"))
      }
    }
  }

  /// - Parameter body: Tells whether the batch is to be kept.
  @inline(__always)
  func write(_ body: (borrowing Writer) -> Bool) throws(LogFailure) {
    guard access == .readWrite else { throw failure(.readOnly, "write") }
    try withoutStops { () throws(LogFailure) in
      try repeating { () throws(Interruption) in
        let transaction = try begin(.write)
        defer { transaction.abort() }
        let writer = Writer(.profile(transaction))
        let isKept = body(writer)
        guard transaction.putFailure != MDB_MAP_FULL else {
          throw .again(.grow(from: transaction.environment.mapBytes))
        }
        guard isKept else { return }
        try commit(transaction)
        if let appended = transaction.appended { note.write(appended) }
      }
    }
  }

  /// Runs an attempt inside the gate until it comes to its end.
  @inline(__always)
  func repeating<Value>(
    _ attempt: () throws(Interruption) -> Value
  ) throws(LogFailure) -> Value {
    while true {
      guard !isForked else { throw failure(.usedAfterFork, "begin a transaction") }
      do throws(Interruption) {
        gate.enter()
        defer { gate.leave() }
        return try attempt()
      } catch {
        switch error {
        case .failed(let failure): throw failure
        case .again(let recovery): try recover(recovery)
        }
      }
    }
  }

  func begin(_ kind: Transaction.Kind) throws(Interruption) -> Transaction {
    let environment = try liveEnvironment()
    let transaction: Transaction
    let isSuperseded: Bool
    do {
      transaction = try beginWithReaders(environment, kind)
      isSuperseded = try transaction.isSuperseded()
    } catch {
      switch error.code {
      case EINTR: throw .again(.none)
      case MDB_MAP_RESIZED: throw .again(.adoptMap)
      case MDB_PANIC: throw .again(.replace(environment))
      default: throw .failed(error)
      }
    }
    guard !isSuperseded else {
      transaction.abort()
      throw .again(.follow(environment))
    }
    if kind == .write {
      try refuseElsewhere(environment)
      if environment.comparedSeconds == nil { try checkFreePages(transaction) }
    }
    return transaction
  }

  /// Refuses to write to a profile that its path does not lead to any more: nobody would find what is
  /// written there.
  @inline(__always)
  func refuseElsewhere(_ environment: Environment) throws(Interruption) {
    guard environment.isInPlace else { throw .failed(environment.displacement) }
  }

  private func checkFreePages(_ transaction: Transaction) throws(Interruption) {
    let goesOn: Bool
    do throws(LogFailure) {
      goesOn = try transaction.environment.checkFreePages(transaction)
    } catch {
      throw .failed(error)
    }
    if !goesOn {
      transaction.abort()
      throw .again(.none)
    }
  }

  /// Frees the places of killed readers when all places are taken.
  @inline(__always)
  private func beginWithReaders(
    _ environment: Environment, _ kind: Transaction.Kind
  ) throws(LogFailure) -> Transaction {
    do { return try Transaction(environment, kind: kind) } catch {
      guard error.code == MDB_READERS_FULL else { throw error }
      environment.clearStaleReaders()
      return try Transaction(environment, kind: kind)
    }
  }

  @inline(__always)
  func commit(_ transaction: Transaction) throws(Interruption) {
    do { try transaction.commit() } catch {
      let environment = transaction.environment
      switch error.code {
      case MDB_MAP_FULL: throw .again(.grow(from: environment.mapBytes))
      case EINTR: throw .again(.none)
      default: throw .failed(explained(error, environment))
      }
    }
  }

  /// Tells a write that may be there from one that is not, and a full disk from a broken one.
  ///
  /// - Parameter bytes: About how much was to be written: of a write that is cut short LMDB only says
  ///   that it failed.
  func explained(
    _ failure: LogFailure, _ environment: Environment, writing bytes: Int = 1 << 20
  ) -> LogFailure {
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
