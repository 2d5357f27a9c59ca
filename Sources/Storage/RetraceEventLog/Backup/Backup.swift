/// What a backup came to.
public struct Backup: Equatable, Sendable {
  /// What was done.
  public enum Work: String, Hashable, Sendable {
    /// The backup was made where there was none.
    case made
    /// What was new was added to the backup that was there.
    case extended
    /// The backup was there and had everything.
    case unchanged
    /// The backup was made again, because words were forgotten since that it still had.
    case madeAnew
  }

  /// What was done.
  public let work: Work
  /// The number of records the backup has.
  public let recordCount: UInt64
  /// The number of records that were copied.
  public let addedRecords: UInt64
  /// The number of blobs that were copied.
  public let addedBlobs: Int
  /// The number of bytes of records, blobs and metadata were copied.
  public let addedBytes: Int
  /// The length of the backup's data file.
  public let byteCount: Int
  /// The records among the copied ones that are damaged or missing in the profile. The backup
  /// has them as they are; one that is missing is there as an unreadable one.
  public let damaged: RecordRanges
  /// Paths of what was replaced and could not be removed: it still has what was forgotten.
  public let leftovers: [String]
}

extension EventLog {
  /// Makes a copy of one state of the profile in another directory, while others continue writing.
  ///
  /// The copy is a profile without what is derived from records: it is opened as any other, and to
  /// restore it is to copy it. Where there is a backup of this profile already, only what is new is
  /// added, in one transaction. One with records that were changed since, because words were
  /// forgotten, is made again; then no byte of the former one is left.
  ///
  /// The backup that was there stays whole until the new state is there, whatever happens.
  ///
  /// - Parameters:
  ///   - directory: Where the backup is or is to be, with directories above it that are missing.
  ///   - milliseconds: The time, since 1970 UTC.
  ///   - reading: How records are compared with those of a former backup.
  ///   - progress: Receives how many records are copied and how many there are, and returns whether
  ///     to continue.
  /// - Throws: ``BackupFailure``.
  /// - Complexity: O(new records + blobs), without a former backup O(bytes of the log). Pages of
  ///   the profile's state are not used again meanwhile.
  public func backUp(
    to directory: String, milliseconds: Int64, reading: RecordReading,
    progress: (_ copied: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(BackupFailure) -> Backup {
    try withSource(beside: directory) { (transaction, place) throws(BackupFailure) in
      let job = BackupJob(
        source: transaction, place: place, milliseconds: milliseconds, reading: reading)
      return try job.run(progress)
    }
  }

  /// Compares a backup with the profile: every record up to the backup's newest, every blob.
  ///
  /// Nothing is written. A tree of a file that is damaged may end the process, as at any reading.
  ///
  /// - Parameters:
  ///   - directory: The backup.
  ///   - reading: How records are checked.
  ///   - progress: Receives how many records are compared and how many there are, and returns
  ///     whether to continue.
  /// - Throws: ``BackupFailure``.
  public func compareBackup(
    in directory: String, reading: RecordReading,
    progress: (_ compared: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(BackupFailure) -> BackupComparison {
    try withSource(beside: directory) { (transaction, place) throws(BackupFailure) in
      try BackupComparison.make(of: place, with: transaction, reading, progress)
    }
  }

  /// Runs a closure on one state of the profile, unless a backup cannot be at a place.
  private func withSource<Value>(
    beside directory: String, _ body: (Transaction, Profile) throws(BackupFailure) -> Value
  ) throws(BackupFailure) -> Value {
    let place: Profile
    do throws(LogFailure) { place = try Profile(directory: directory) } catch {
      throw BackupFailure(error)
    }
    guard let store = profileStore else { throw .nothingToCopy }
    let (own, other) = (store.profile.directory, place.directory)
    guard own != other, !own.hasPrefix(other + "/"), !other.hasPrefix(own + "/") else {
      throw .isProfile(directory)
    }
    let result: Result<Value, BackupFailure>
    do throws(LogFailure) {
      result = try readResult { (reader) throws(BackupFailure) in
        guard case .profile(let transaction) = reader.source else { throw .nothingToCopy }
        return try body(transaction, place)
      }
    } catch {
      throw BackupFailure(error)
    }
    return try result.get()
  }
}
