import CLMDB
import Glibc

/// A backup from a state of a profile to a directory.
struct BackupJob {
  /// The state to copy.
  let source: Transaction
  /// The place of the backup.
  let place: Profile
  let milliseconds: Int64
  let reading: RecordReading

  /// Creates the backup, or adds to the existing one.
  func run(_ progress: (Int, Int) -> Bool) throws(BackupFailure) -> Backup {
    let result: Result<Backup, BackupFailure>
    do throws(LogFailure) {
      result = try place.state() == .profile ? extend(progress) : make(progress)
    } catch {
      throw BackupFailure(error)
    }
    return try result.get()
  }

  /// The mark of the backup. A copy of a backup is as old as the backup.
  private func mark() throws(LogFailure) -> BackupMark {
    BackupMark(
      recordCount: try source.newest(),
      milliseconds: try source.backupMark()?.milliseconds ?? milliseconds)
  }

  /// Collects the damaged records among those that are copied.
  private final class Damage {
    var records = RecordRanges()
  }

  /// The changes that a complete copy applies. 7: MARK: A new one
  private func changes(noting damage: Damage) throws(LogFailure) -> CompactionChanges {
    var changes = CompactionChanges()
    changes.keepsCheckpoints = false
    changes.keepsLocalMetadata = false
    changes.backupMark = try mark()
    changes.record = { [reading, source] sequence, bytes in
      if reading.fingerprint(sequence, bytes) == nil {
        damage.records.insert(sequence)
        source.environment.noteDamaged(sequence)
      }
      return nil
    }
    return changes
  }

  // MARK: A new one

  /// Creates a new backup.
  private func make(
    _ progress: (Int, Int) -> Bool
  ) throws(LogFailure) -> Result<Backup, BackupFailure> {
    // If a disk is not mounted, the backup would be created on the disk of the profile.
    let parent = FileSystem.parent(of: place.directory)
    guard FileSystem.exists(parent) else { return .failure(.noPlace(parent)) }
    try FileSystemKind.refuseNetwork(place.directory, operation: "back up")
    let damage = Damage()
    let changes = try changes(noting: damage)
    var copy: EnvironmentCopy.Outcome?
    let draft: UnfinishedDirectory
    do throws(LogFailure) {
      draft = try place.draft { (environment) throws(LogFailure) in
        copy = try EnvironmentCopy.make(of: source, in: environment, changes, progress)
        try source.refuseOverwritten()
      }
    } catch {
      throw failure(error)
    }
    NewestSequenceFile(path: draft.path + "/newest", access: .readWrite).write(try source.newest())
    guard try place.put(draft), let copy else { return .failure(.taken(place.directory)) }
    return .success(try outcome(.made, copy, damage))
  }

  private func outcome(
    _ work: Backup.Work, _ copy: EnvironmentCopy.Outcome, _ damage: Damage,
    leftovers: [String] = []
  ) throws(LogFailure) -> Backup {
    let count = try source.newest()
    return Backup(
      work: work, recordCount: count, addedRecords: count, addedBlobs: copy.blobCount,
      addedBytes: copy.copiedBytes, byteCount: copy.byteCount, damaged: damage.records,
      leftovers: leftovers)
  }

  /// Reports a failure of the copy for the place that the user knows, not for its draft. LMDB
  /// reports a full disk as a failing one.
  private func failure(_ failure: LogFailure) -> LogFailure {
    if failure.reason == .interrupted || failure.reason == .overwritten { return failure }
    var reason = failure.reason
    let bytes = EnvironmentCopy.transactionBytes
    if failure.code == EIO, FileSystemKind.hasLess(than: bytes, at: place.directory) {
      reason = .noSpace
    }
    return LogFailure(
      reason, code: failure.code, operation: failure.operation, path: place.directory)
  }

  // MARK: One that is there

  /// Adds new data to the existing backup, or re-creates it.
  private func extend(
    _ progress: (Int, Int) -> Bool
  ) throws(LogFailure) -> Result<Backup, BackupFailure> {
    let target = try ProfileRecords(
      directory: place.directory, access: .readWrite, mapBytes: Environment.usualMapBytes)
    switch try increment(of: target, progress) {
    case .failure(let failure): return .failure(failure)
    case .success(let backup?): return .success(backup)
    case .success(nil): return try makeAnew(target, progress)
    }
  }

  /// Adds new data in one transaction.
  ///
  /// - Returns: Nil if the backup must be re-created, because it contains forgotten text.
  private func increment(
    of target: ProfileRecords, _ progress: (Int, Int) -> Bool
  ) throws(LogFailure) -> Result<Backup?, BackupFailure> {
    try target.withoutStops { () throws(LogFailure) in
      try target.repeating { () throws(Interruption) in
        let transaction = try target.begin(.write)
        defer { transaction.abort() }
        let fit = BackupFit(source: source, backup: transaction, reading: reading)
        var increment = BackupIncrement(from: source, to: transaction, reading: reading)
        do throws(LogFailure) {
          switch try fit.find(in: place.directory) {
          case .refused(let failure): return .failure(failure)
          case .outdated: return .success(nil)
          case .fits: break
          }
          try increment.copy(mark: try mark(), progress)
          try source.refuseOverwritten()
        } catch {
          if error.code == EINTR { throw .again(.none) }
          if transaction.putFailure == MDB_MAP_FULL {
            throw .again(.grow(from: transaction.environment.mapBytes))
          }
          throw .failed(
            target.explained(
              error, transaction.environment, writing: EnvironmentCopy.transactionBytes))
        }
        try target.commit(transaction)
        do throws(LogFailure) {
          let newest = try source.newest()
          target.note.write(newest)
          return .success(
            increment.outcome(
              recordCount: newest, byteCount: try transaction.environment.fileBytes()))
        } catch {
          throw .failed(error.afterSaving)
        }
      }
    }
  }

  /// Replaces the contents of the backup with a new copy.
  private func makeAnew(
    _ target: ProfileRecords, _ progress: (Int, Int) -> Bool
  ) throws(LogFailure) -> Result<Backup, BackupFailure> {
    var damage = Damage()
    let result = try target.replaceEnvironment(by: source, progress) {
      (reader) throws(BackupFailure) in
      // This may run again.
      damage = Damage()
      guard case .profile(let transaction) = reader.source else { throw .nothingToCopy }
      let fit = BackupFit(source: source, backup: transaction, reading: reading)
      let finding: BackupFit.Finding
      let changes: CompactionChanges
      do throws(LogFailure) {
        finding = try fit.find(in: place.directory)
        changes = try self.changes(noting: damage)
      } catch {
        throw BackupFailure(error)
      }
      if case .refused(let failure) = finding { throw failure }
      return changes
    }
    switch result {
    case .failure(let failure): return .failure(failure)
    case .success(let replacement):
      target.note.write(try source.newest())
      return .success(
        try outcome(
          .madeAnew, replacement.copy, damage, leftovers: replacement.compaction.leftovers))
    }
  }
}
