import CLMDB

extension ProfileStore {
  /// Copies the live environment into a new one and lets it take its place.
  ///
  /// The old environment's write transaction is held throughout. Its commit, which says
  /// `superseded`, is the moment at which the new one becomes the live one; everything that follows
  /// is put right at the next opening if it is not done now.
  func compact<Failure: Error>(
    _ progress: (Int, Int) -> Void,
    _ plan: (borrowing Reader) throws(Failure) -> CompactionChanges
  ) throws(LogFailure) -> Result<Compaction, Failure> {
    guard access == .readWrite else { throw failure(.readOnly, "compact") }
    do throws(LogFailure) {
      let result = try repeating { () throws(Interruption) in
        try replaceEnvironment(progress, plan)
      }
      guard case .success(let step) = result else { return result.map(\.compaction) }
      // It is done; where the new one cannot be opened now, the next transaction does it.
      try? recover(.follow(step.former))
      if let appended = step.appended { note.write(appended) }
      removeStrays()
      return .success(step.compaction)
    } catch {
      removeStrays()
      throw error
    }
  }

  /// What was replaced, and by how much.
  private struct Step {
    let former: Environment
    let compaction: Compaction
    let appended: UInt64?
  }

  private func replaceEnvironment<Failure: Error>(
    _ progress: (Int, Int) -> Void,
    _ plan: (borrowing Reader) throws(Failure) -> CompactionChanges
  ) throws(Interruption) -> Result<Step, Failure> {
    let transaction = try begin(.write)
    defer { transaction.abort() }
    removeStrays(in: transaction)
    let changes: CompactionChanges
    let reader = Reader(.profile(transaction))
    switch reader.result(of: plan) {
    case .success(let planned): changes = planned
    case .failure(let failure): return .failure(failure)
    }
    let former = transaction.environment
    let name = profile.environment(after: former.directory)
    let step: Step
    do throws(LogFailure) {
      let copy = try EnvironmentCopy.make(
        of: transaction, in: profile.directory + "/" + name, changes, progress)
      step = Step(
        former: former,
        compaction: Compaction(
          bytesBefore: try former.fileBytes(), bytesAfter: copy.byteCount),
        appended: copy.appended)
      try FileSystem.synchronize(profile.directory)
      try transaction.put(Metadata.superseded, Array(name.utf8))
    } catch {
      // Only now it is sure that the directory is ours.
      profile.remove(stray: profile.directory + "/" + name)
      if error.code == MDB_MAP_FULL, transaction.putFailure == MDB_MAP_FULL {
        throw .again(.grow(from: former.mapBytes))
      }
      throw .failed(error)
    }
    try commit(transaction)
    return .success(step)
  }
}
