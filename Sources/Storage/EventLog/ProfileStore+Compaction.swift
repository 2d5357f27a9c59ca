import CLMDB
import Glibc

extension ProfileStore {
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
    guard access == .readWrite else { throw failure(.readOnly, "compact") }
    return try withoutStops { () throws(LogFailure) in
      let result = try repeating { () throws(Interruption) in
        try replaceEnvironment(progress, plan)
      }
      guard case .success(var step) = result else { return result.map(\.compaction) }
      // The change is committed. If the copy cannot be opened now, the next transaction opens it.
      try? recover(.follow(step.former))
      if let appended = step.appended { note.write(appended) }
      step.compaction.leftovers = removeStrays()
      return .success(step.compaction)
    }
  }

  /// The environment that was replaced, and what the compaction came to.
  private struct Step {
    let former: Environment
    var compaction: Compaction
    let appended: UInt64?
  }

  /// Makes one try, in a write transaction that is dropped unless the copy has become the live
  /// environment.
  private func replaceEnvironment<Failure: Error>(
    _ progress: (Int, Int) -> Void,
    _ plan: (borrowing Reader) throws(Failure) -> CompactionChanges
  ) throws(Interruption) -> Result<Step, Failure> {
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
      return .success(try fill(draft, name, with: changes, of: transaction, progress))
    } catch {
      discard(draft, beside: transaction.environment, after: error)
      throw error
    }
  }

  /// Makes the copy and commits that it is the live environment.
  private func fill(
    _ draft: borrowing UnfinishedDirectory, _ name: String, with changes: CompactionChanges,
    of transaction: Transaction, _ progress: (Int, Int) -> Void
  ) throws(Interruption) -> Step {
    let former = transaction.environment
    let step: Step
    do throws(LogFailure) {
      let copy = try EnvironmentCopy.make(of: transaction, in: draft.path, changes, progress)
      step = Step(
        former: former,
        compaction: Compaction(
          bytesBefore: try former.fileBytes(), bytesAfter: copy.byteCount),
        appended: copy.appended)
      try FileSystem.synchronize(profile.directory)
      // Copying may have taken long, and what follows uses the path.
      guard former.isInPlace else { throw former.displacement }
      try transaction.put(Metadata.superseded, Array(name.utf8))
    } catch {
      guard former.isInPlace else { throw .failed(former.displacement) }
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
    if live.isInPlace { FileSystem.remove(draft.path) }
  }
}
