import CLMDB
import Platform

/// The creation or extension of a backup in a directory, from one state of a profile.
struct BackupJob {
  /// The state to copy.
  let source: Transaction
  /// The directory of the backup.
  let place: Profile
  let milliseconds: Int64
  let reading: RecordReading

  /// Creates the backup, or adds new data to the existing backup.
  func run(_ progress: (Int, Int) -> Bool) throws -> Backup {
    try place.state() == .profile ? extend(progress) : make(progress)
  }

  /// Returns the mark of the backup. If the source is itself a backup, its time is used as the time
  /// of the copy.
  private func mark() throws -> BackupMark {
    BackupMark(
      recordCount: try source.newest(),
      milliseconds: try source.backupMark()?.milliseconds ?? milliseconds)
  }

  /// The damaged records among the copied records.
  private final class Damage {
    var records = RecordRanges()
  }

  /// Returns the changes that a complete copy applies.
  private func changes(noting damage: Damage) throws -> CompactionChanges {
    var changes = CompactionChanges()
    changes.keepsCheckpoints = false
    changes.keepsLocalMetadata = false
    changes.backupMark = try mark()
    changes.record = { [reading, source] sequence, bytes in
      if reading.fingerprint(sequence, bytes) == nil {
        damage.records.insert(sequence)
        source.environment.findings.noteDamaged(sequence)
      }
      return nil
    }
    return changes
  }

  // MARK: Creating a backup

  /// Creates a new backup.
  private func make(_ progress: (Int, Int) -> Bool) throws -> Backup {
    // If a disk is not mounted, the backup would be created on the disk of the profile.
    let parent = FileSystem.parent(of: place.directory)
    guard FileSystem.exists(parent) else {
      throw LogError(.noParentDirectory, operation: "back up", path: parent)
    }
    try FileSystemKind.refuseNetwork(place.directory, operation: "back up")
    let damage = Damage()
    let changes = try changes(noting: damage)
    var copy: EnvironmentCopy.Outcome?
    let draft: UnfinishedDirectory
    do {
      draft = try place.draft { environment in
        copy = try EnvironmentCopy.make(of: source, in: environment, changes, progress)
        try source.refuseOverwritten()
      }
    } catch let error as LogError {
      throw failure(error)
    }
    NewestSequenceFile(path: draft.path + "/newest", access: .readWrite).write(try source.newest())
    guard try place.put(draft), let copy else {
      throw LogError(.backupPlaceTaken, operation: "back up", path: place.directory)
    }
    return try outcome(.made, copy, damage)
  }

  private func outcome(
    _ work: Backup.Work, _ copy: EnvironmentCopy.Outcome, _ damage: Damage,
    leftovers: [String] = []
  ) throws -> Backup {
    let count = try source.newest()
    return Backup(
      work: work, recordCount: count, addedRecords: count, addedBlobs: copy.blobCount,
      addedBytes: copy.copiedBytes, byteCount: copy.byteCount, damaged: damage.records,
      leftovers: leftovers)
  }

  /// Returns a failure of the copy with the path of the backup, because the user does not know the
  /// path of the draft. LMDB reports a full disk as an I/O error. This function replaces that
  /// reason with a full disk.
  private func failure(_ failure: LogError) -> LogError {
    if failure.reason == .interrupted || failure.reason == .overwritten { return failure }
    var reason = failure.reason
    let bytes = EnvironmentCopy.transactionBytes
    if failure.code == EIO, FileSystemKind.hasLess(than: bytes, at: place.directory) {
      reason = .noSpace
    }
    return LogError(
      reason, code: failure.code, operation: failure.operation, path: place.directory)
  }

  // MARK: Extending a backup

  /// Adds new data to the existing backup, or re-creates it.
  private func extend(_ progress: (Int, Int) -> Bool) throws -> Backup {
    let target = try ProfileRecords(
      directory: place.directory, access: .readWrite, mapBytes: Environment.usualMapBytes)
    return try increment(of: target, progress) ?? recreate(target, progress)
  }

  /// Adds new data in one transaction.
  ///
  /// - Returns: The outcome, or nil if the backup must be re-created because it contains forgotten
  ///   text.
  private func increment(
    of target: ProfileRecords, _ progress: (Int, Int) -> Bool
  ) throws -> Backup? {
    try target.withoutStops {
      try target.repeating {
        let transaction = try target.begin(.write)
        defer { transaction.abort() }
        let fit = BackupFit(source: source, backup: transaction, reading: reading)
        var increment = BackupIncrement(from: source, to: transaction, reading: reading)
        do {
          guard try fit.find(in: place.directory) == .fits else { return nil }
          try increment.copy(mark: try mark(), progress)
          try source.refuseOverwritten()
        } catch let error as LogError {
          if error.code == EINTR { throw LogError(retryAfter: .none) }
          if transaction.putFailure == MDB_MAP_FULL {
            throw LogError(retryAfter: .grow(from: transaction.environment.mapBytes))
          }
          throw target.explained(
            error, transaction.environment, writing: EnvironmentCopy.transactionBytes)
        }
        try target.commit(transaction)
        do {
          let newest = try source.newest()
          target.note.write(newest)
          return increment.outcome(
            recordCount: newest, byteCount: try transaction.environment.fileBytes())
        } catch let error as LogError {
          throw error.afterSaving
        }
      }
    }
  }

  /// Replaces the contents of the backup with a new copy.
  private func recreate(
    _ target: ProfileRecords, _ progress: (Int, Int) -> Bool
  ) throws -> Backup {
    var damage = Damage()
    let replacement = try target.replaceEnvironment(by: source, progress) { reader in
      // This closure may run again.
      damage = Damage()
      guard case .profile(let transaction) = reader.source else {
        preconditionFailure("A profile is read through a transaction.")
      }
      let fit = BackupFit(source: source, backup: transaction, reading: reading)
      _ = try fit.find(in: place.directory)
      return try changes(noting: damage)
    }
    target.note.write(try source.newest())
    return try outcome(
      .madeAnew, replacement.copy, damage, leftovers: replacement.compaction.leftovers)
  }
}
