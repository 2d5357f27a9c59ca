import CLMDB
import EventCoding
import Glibc

/// What a compaction came to.
public struct Compaction: Hashable, Sendable {
  /// The length of the data file before it, in bytes.
  public let bytesBefore: Int
  /// The length of the data file after it, in bytes.
  public let bytesAfter: Int
  /// The paths of replaced environments that could not be removed, so that all that was in them
  /// is still on the disk. Every later opening for writing tries again.
  public internal(set) var leftovers: [String] = []
}

extension EventLog {
  /// Copies the log into a new, dense data file that takes the place of the old one.
  ///
  /// No file of the profile has what was rewritten or removed any more, unless it is named in
  /// ``Compaction/leftovers``. Checkpoints are copied, too. Other processes wait while the copy is
  /// made and then continue with it. The compaction takes effect as a whole or not at all, also
  /// when it is killed. A log in memory is always dense: there nothing happens.
  ///
  /// - Parameter progress: Receives how many records are copied and how many there are, about
  ///   every 16 MiB.
  /// - Returns: The sizes before and after.
  /// - Throws: ``LogFailure/Reason/readOnly``; ``LogFailure/Reason/missing`` when the profile is
  ///   still to be made; ``LogFailure/Reason/noSpace``, as the copy needs about as much room as
  ///   the records take. Nothing was changed unless the reason is
  ///   ``LogFailure/Reason/outcomeUnknown``.
  /// - Complexity: O(bytes of the log), with bounded memory.
  @discardableResult
  public func compact(
    progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(LogFailure) -> Compaction {
    switch store {
    case .memory(let store):
      let byteCount = store.log.byteCount
      return Compaction(bytesBefore: byteCount, bytesAfter: byteCount)
    case .profile(let store): return try store.compact(progress)
    case .awaited(let awaited): return try awaited.storeToCompact().compact(progress)
    }
  }

  /// Compacts the log like ``compact(progress:)`` and changes it in the same step.
  ///
  /// - Parameters:
  ///   - progress: Receives how many records are copied and how many there are.
  ///   - plan: Reads the newest state and returns what is to change. That state stays the newest
  ///     until the copy has taken its place. **It may run more than once.** When it throws,
  ///     nothing is changed.
  /// - Returns: The compaction, or the error of `plan`.
  /// - Throws: ``LogFailure``, as ``compact(progress:)`` does.
  public func compact<Failure: Error>(
    progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in },
    _ plan: (borrowing Reader) throws(Failure) -> CompactionChanges
  ) throws(LogFailure) -> Result<Compaction, Failure> {
    switch store {
    case .memory(let store): store.change(plan)
    case .profile(let store): try store.compact(progress, plan)
    case .awaited(let awaited): try awaited.storeToCompact().compact(progress, plan)
    }
  }
}

extension ProfileRecords {
  /// Compacts without changes.
  func compact(
    _ progress: (_ copied: Int, _ total: Int) -> Void
  ) throws(LogFailure) -> Compaction {
    try compact(progress) { (_) throws(LogFailure) in CompactionChanges() }.get()
  }
}

extension LazyProfile {
  /// Returns the profile.
  ///
  /// - Throws: ``LogFailure/Reason/missing`` when there is none yet.
  func storeToCompact() throws(LogFailure) -> ProfileRecords {
    if let store = try openedStore() { return store }
    throw LogFailure(.missing, operation: "compact", path: profile.directory)
  }
}

extension ProfileRecords {
  /// Copies the live environment into a new one that takes its place.
  ///
  /// The write transaction of the old environment is held throughout. It commits `superseded`,
  /// and that commit is the moment at which the new environment becomes the live one. Everything
  /// after it can be done at the next opening instead.
  ///
  /// - Throws: ``LogFailure``. What `plan` throws is in the result, and ends the compaction.
  func compact<Failure: Error>(
    _ progress: (Int, Int) -> Void,
    _ plan: (borrowing Reader) throws(Failure) -> CompactionChanges
  ) throws(LogFailure) -> Result<Compaction, Failure> {
    let goesOn = { (copied: Int, total: Int) in
      progress(copied, total)
      return true
    }
    return try replaceEnvironment(by: nil, goesOn, plan).map(\.compaction)
  }

  /// Puts a new environment in the place of the live one: a copy of it, or of another's state.
  ///
  /// - Parameters:
  ///   - source: What is copied, or nil for the live environment itself.
  ///   - progress: Receives how many records are copied and how many there are, and returns whether
  ///     to continue.
  ///   - plan: Reads the live environment and returns what is to change on the way.
  func replaceEnvironment<Failure: Error>(
    by source: Transaction?, _ progress: (Int, Int) -> Bool,
    _ plan: (borrowing Reader) throws(Failure) -> CompactionChanges
  ) throws(LogFailure) -> Result<Replacement, Failure> {
    guard access == .readWrite else { throw failure(.readOnly, "compact") }
    return try withoutStops { () throws(LogFailure) in
      let result = try repeating { () throws(Interruption) in
        try attemptReplacement(by: source, progress, plan)
      }
      guard case .success(var step) = result else { return result }
      // The change is committed. If the copy cannot be opened now, the next transaction opens it.
      try? prepareRetry(.follow(step.former))
      if let appended = step.copy.appended { note.write(appended) }
      step.compaction.leftovers = removeStrays(waits: true)
      return .success(step)
    }
  }

  /// The environment that was replaced, and what the compaction came to.
  struct Replacement {
    let former: Environment
    var compaction: Compaction
    let copy: EnvironmentCopy.Outcome
  }

  /// Makes one try, in a write transaction that is dropped unless the copy has become the live
  /// environment.
  private func attemptReplacement<Failure: Error>(
    by source: Transaction?, _ progress: (Int, Int) -> Bool,
    _ plan: (borrowing Reader) throws(Failure) -> CompactionChanges
  ) throws(Interruption) -> Result<Replacement, Failure> {
    let transaction = try begin(.write)
    defer { transaction.abort() }
    let changes: CompactionChanges
    let reader = Reader(.profile(transaction))
    switch reader.result(of: plan) {
    case .success(let planned): changes = planned
    case .failure(let failure): return .failure(failure)
    }
    let draft: UnfinishedDirectory
    let name: String
    do throws(LogFailure) {
      name = try profile.environment(after: transaction.environment.directory)
      draft = try UnfinishedDirectory(profile.directory + "/" + name)
      draft.giveToOwner()
    } catch {
      throw .failed(error)
    }
    do throws(Interruption) {
      return .success(
        try fill(
          draft, name, with: changes, of: source ?? transaction, replacing: transaction, progress))
    } catch {
      discard(draft, beside: transaction.environment, after: error)
      throw error
    }
  }

  /// Makes the copy and commits that it is the live environment.
  private func fill(
    _ draft: borrowing UnfinishedDirectory, _ name: String, with changes: CompactionChanges,
    of source: Transaction, replacing transaction: Transaction, _ progress: (Int, Int) -> Bool
  ) throws(Interruption) -> Replacement {
    let former = transaction.environment
    let step: Replacement
    do throws(LogFailure) {
      let copy = try EnvironmentCopy.make(of: source, in: draft.path, changes, progress)
      try source.refuseOverwritten()
      step = Replacement(
        former: former,
        compaction: Compaction(
          bytesBefore: try former.fileBytes(), bytesAfter: copy.byteCount),
        copy: copy)
      try FileSystem.synchronize(profile.directory)
      // Copying may have taken long, and what follows uses the path.
      guard former.isStillInPlace() else { throw former.findDisplacement() }
      guard FileSystem.leads(draft.path + "/data.mdb", to: copy.file) else {
        throw LogFailure(.missing, code: ENOENT, operation: "find the copy", path: draft.path)
      }
      try transaction.put(Metadata.superseded, Array(name.utf8))
    } catch {
      guard former.isStillInPlace() else { throw .failed(former.findDisplacement()) }
      if error.code == EINTR { throw .again(.none) }
      if transaction.putFailure == MDB_MAP_FULL { throw .again(.grow(from: former.mapBytes)) }
      throw .failed(explained(error, former, writing: EnvironmentCopy.transactionBytes))
    }
    try commit(transaction)
    Marker.superseded.put(in: former.directory)
    draft.finish()
    return step
  }

  /// Removes a copy that has not become the live environment.
  private func discard(
    _ draft: borrowing UnfinishedDirectory, beside live: Environment,
    after interruption: Interruption
  ) {
    // If it is not known whether it has, the next opening finds out.
    if case .failed(let failure) = interruption, failure.reason == .outcomeUnknown { return }
    // Its name may lead to somebody else's directory by now.
    if live.isStillInPlace() { FileSystem.remove(draft.path) }
  }
}
