/// The outcome of a backup.
public struct Backup: Equatable, Sendable {
  /// The kind of work that was done.
  public enum Work: String, Hashable, Sendable {
    /// A new backup was created.
    case made
    /// New data was added to the existing backup.
    case extended
    /// The existing backup was already up to date.
    case unchanged
    /// The backup was re-created, because it still contained text that was forgotten after the
    /// backup was created.
    case madeAnew
  }

  /// The kind of work that was done.
  public let work: Work
  /// The number of records in the backup.
  public let recordCount: UInt64
  /// The number of copied records.
  public let addedRecords: UInt64
  /// The number of copied blobs.
  public let addedBlobs: Int
  /// The total size of the copied records, blobs and metadata in bytes.
  public let addedBytes: Int
  /// The length of the backup's data file.
  public let byteCount: Int
  /// The copied records that are damaged or missing in the profile. In the backup, a damaged record
  /// is unchanged, and a missing record is replaced with an unreadable record.
  public let damaged: RecordRanges
  /// The paths of replaced files that could not be removed and still contain forgotten text.
  public let leftovers: [String]
}

extension EventLog {
  /// Copies one state of the profile to another directory, while other processes continue to write.
  ///
  /// The copy is a profile without data derived from records. The copy can be opened like any other
  /// profile, and is restored by copying its directory. If the directory already contains a backup
  /// of this profile, only new data is added, in one transaction. If text has been forgotten since
  /// that backup, which changes records, the backup is re-created, and no byte of the previous
  /// backup remains.
  ///
  /// The existing backup stays intact until the new state is complete, even if the process is
  /// killed.
  ///
  /// - Parameters:
  ///   - directory: The directory of the backup. Missing parent directories are created.
  ///   - milliseconds: The time, in milliseconds since 1970 UTC.
  ///   - reading: The functions that compare records with those of an existing backup.
  ///   - progress: Receives the number of copied records and the total number, and returns whether
  ///     to continue.
  /// - Throws: ``LogError``.
  /// - Complexity: O(new records + blobs), or O(bytes of the log) without an existing backup. LMDB
  ///   does not reuse pages of the copied state until the copy is complete.
  public func backUp(
    to directory: String, milliseconds: Int64, reading: RecordReading,
    progress: (_ copied: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws -> Backup {
    try withSource(beside: directory) { (transaction, place) in
      let job = BackupJob(
        source: transaction, place: place, milliseconds: milliseconds, reading: reading)
      return try job.run(progress)
    }
  }

  /// Compares every record and every blob of a backup with the profile.
  ///
  /// Nothing is written. A damaged tree in a file may end the process, as with any read.
  ///
  /// - Parameters:
  ///   - directory: The backup.
  ///   - reading: The functions that check and compare records.
  ///   - progress: Receives the number of compared records and the total number, and returns
  ///     whether to continue.
  /// - Throws: ``LogError``.
  public func compareBackup(
    in directory: String, reading: RecordReading,
    progress: (_ compared: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws -> BackupComparison {
    try withSource(beside: directory) { (transaction, place) in
      try BackupComparison.make(of: place, with: transaction, reading, progress)
    }
  }

  /// Calls a closure with one state of the profile and the place of the backup. Throws if
  /// `directory` cannot contain a backup of the profile.
  private func withSource<Value>(
    beside directory: String, _ body: (Transaction, Profile) throws -> Value
  ) throws -> Value {
    let place = try Profile(directory: directory)
    let nothing = LogError(.nothingToBackUp, operation: "back up", path: nil)
    guard let store = profileStore else { throw nothing }
    let (own, other) = (store.profile.directory, place.directory)
    guard own != other, !own.hasPrefix(other + "/"), !other.hasPrefix(own + "/") else {
      throw LogError(.insideProfile, operation: "back up", path: directory)
    }
    return try read { reader in
      guard case .profile(let transaction) = reader.source else { throw nothing }
      return try body(transaction, place)
    }
  }
}
