import CLMDB
import EventCoding
import Platform

/// The outcome of a compaction.
public struct Compaction: Hashable, Sendable {
  /// The length of the data file before the compaction, in bytes.
  public let bytesBefore: Int
  /// The length of the data file after the compaction, in bytes.
  public let bytesAfter: Int
  /// The paths of replaced environments that could not be removed, so that their contents are still
  /// on disk. Each time the log is opened for writing, the removal is tried again.
  public internal(set) var leftovers: [String] = []
}

extension EventLog {
  /// Copies the log into a new, dense data file that replaces the old one.
  ///
  /// Afterwards, no file of the profile contains rewritten or removed data, except the files listed
  /// in ``Compaction/leftovers``. Checkpoints are copied too. Other writers wait while the copy is
  /// created and then continue with the copy. The compaction takes effect completely or not at all,
  /// even if the process is killed. A log in another
  /// storage is compacted by the storage.
  ///
  /// - Parameter progress: Receives the number of copied records and the total number, from time to
  ///   time.
  /// - Returns: The sizes before and after.
  /// - Throws: ``LogError/Reason/readOnly``; ``LogError/Reason/missing`` if the profile does
  ///   not exist yet; ``LogError/Reason/noSpace``, because the copy needs about as much space as
  ///   the records. Nothing was changed unless the reason is ``LogError/Reason/outcomeUnknown``.
  /// - Complexity: O(bytes of the log), with bounded memory.
  @discardableResult
  public func compact(
    progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> Compaction {
    switch store {
    case .storage(let records): return try records.compact()
    case .profile(let store): return try store.compact(progress)
    case .awaited(let awaited): return try awaited.storeToCompact().compact(progress)
    }
  }

  /// Compacts the log like ``compact(progress:)`` and changes it in the same step.
  ///
  /// - Parameters:
  ///   - progress: Receives the number of copied records and the total number.
  ///   - plan: Reads the newest state and returns the changes. No newer state is written until the
  ///     copy has replaced the log. **It may run more than once.** If it throws, nothing is
  ///     changed.
  /// - Throws: The error of `plan`, and ``LogError``, like ``compact(progress:)``.
  @discardableResult
  public func compact(
    progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in },
    _ plan: (borrowing Reader) throws -> CompactionChanges
  ) throws -> Compaction {
    switch store {
    case .storage(let records): try records.compact(plan)
    case .profile(let store): try store.compact(progress, plan)
    case .awaited(let awaited): try awaited.storeToCompact().compact(progress, plan)
    }
  }
}

extension ProfileRecords {
  /// Compacts the log without changing its contents.
  func compact(_ progress: (_ copied: Int, _ total: Int) -> Void) throws -> Compaction {
    try compact(progress) { _ in CompactionChanges() }
  }
}

extension LazyProfile {
  /// Returns the open profile, and opens it first if necessary.
  ///
  /// - Throws: ``LogError/Reason/missing`` if there is no profile yet.
  func storeToCompact() throws -> ProfileRecords {
    if let store = try openedStore() { return store }
    throw LogError(.missing, operation: "compact", path: profile.directory)
  }
}

extension ProfileRecords {
  /// Copies the live environment into a new environment that replaces it.
  ///
  /// The write transaction of the old environment is held throughout. Its commit stores
  /// `superseded`, which makes the new environment the live one. If the steps after the commit
  /// fail, they are repeated when the profile is next opened.
  ///
  /// - Throws: The error of `plan`, which ends the compaction, and ``LogError``.
  func compact(
    _ progress: (Int, Int) -> Void,
    _ plan: (borrowing Reader) throws -> CompactionChanges
  ) throws -> Compaction {
    let goesOn = { (copied: Int, total: Int) in
      progress(copied, total)
      return true
    }
    return try replaceEnvironment(by: nil, goesOn, plan).compaction
  }

  /// Replaces the live environment with a copy of itself, or of another environment's state.
  ///
  /// - Parameters:
  ///   - source: The environment to copy, or nil to copy the live environment itself.
  ///   - progress: Receives the number of copied records and the total number, and returns whether
  ///     to continue.
  ///   - plan: Reads the live environment and returns the changes to apply.
  func replaceEnvironment(
    by source: Transaction?, _ progress: (Int, Int) -> Bool,
    _ plan: (borrowing Reader) throws -> CompactionChanges
  ) throws -> Replacement {
    guard access == .readWrite else { throw failure(.readOnly, "compact") }
    return try withoutStops {
      var step = try repeating { try attemptReplacement(by: source, progress, plan) }
      // The change is committed. If the copy cannot be opened now, the next transaction opens it.
      try? prepareRetry(.follow(step.former))
      if let appended = step.copy.appended { note.write(appended) }
      step.compaction.leftovers = removeLeftovers(waits: true)
      return step
    }
  }

  /// The outcome of replacing an environment.
  struct Replacement {
    let former: Environment
    var compaction: Compaction
    let copy: EnvironmentCopy.Outcome
  }

  /// Tries once to replace the environment. The write transaction is dropped unless the copy has
  /// become the live environment.
  private func attemptReplacement(
    by source: Transaction?, _ progress: (Int, Int) -> Bool,
    _ plan: (borrowing Reader) throws -> CompactionChanges
  ) throws -> Replacement {
    let transaction = try begin(.write)
    defer { transaction.abort() }
    let changes = try plan(Reader(.profile(transaction)))
    let name = try profile.environment(after: transaction.environment.directory)
    let draft = try UnfinishedDirectory(profile.directory + "/" + name)
    draft.matchOwner()
    do {
      return try fill(
        draft, name, with: changes, of: source ?? transaction, replacing: transaction, progress)
    } catch {
      discard(draft, beside: transaction.environment, after: error)
      throw error
    }
  }

  /// Creates the copy and commits the change that makes it the live environment.
  private func fill(
    _ draft: borrowing UnfinishedDirectory, _ name: String, with changes: CompactionChanges,
    of source: Transaction, replacing transaction: Transaction, _ progress: (Int, Int) -> Bool
  ) throws -> Replacement {
    let former = transaction.environment
    let step: Replacement
    do {
      let copy = try EnvironmentCopy.make(of: source, in: draft.path, changes, progress)
      try source.refuseOverwritten()
      step = Replacement(
        former: former,
        compaction: Compaction(
          bytesBefore: try former.fileBytes(), bytesAfter: copy.byteCount),
        copy: copy)
      try FileSystem.synchronize(profile.directory)
      // Copying may have taken a long time, and the following steps use the path.
      guard former.isStillInPlace() else { throw former.findDisplacement() }
      guard FileSystem.leads(draft.path + "/data.mdb", to: copy.file) else {
        throw LogError(.missing, code: ENOENT, operation: "find the copy", path: draft.path)
      }
      try transaction.put(Metadata.superseded, Array(name.utf8))
    } catch let error as LogError {
      guard former.isStillInPlace() else { throw former.findDisplacement() }
      if error.code == EINTR { throw LogError(retryAfter: .none) }
      if transaction.putFailure == MDB_MAP_FULL {
        throw LogError(retryAfter: .grow(from: former.mapBytes))
      }
      throw explained(error, former, writing: EnvironmentCopy.transactionBytes)
    }
    try commit(transaction)
    Marker.superseded.put(in: former.directory)
    draft.finish()
    return step
  }

  /// Removes a copy that has not become the live environment.
  private func discard(
    _ draft: borrowing UnfinishedDirectory, beside live: Environment,
    after error: any Error
  ) {
    // If it is unknown whether the copy became live, the next opening finds out.
    if (error as? LogError)?.reason == .outcomeUnknown { return }
    // The path of the draft may lead to another directory by now.
    if live.isStillInPlace() { FileSystem.remove(draft.path) }
  }
}
