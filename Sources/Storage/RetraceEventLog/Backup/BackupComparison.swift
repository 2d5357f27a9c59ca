import CLMDB

/// The result of comparing a backup with its profile.
public struct BackupComparison: Equatable, Sendable {
  /// The time at which the state in the backup was copied, in milliseconds since 1970 UTC.
  public let milliseconds: Int64
  /// The number of records that the backup has, or should have.
  public let recordCount: UInt64
  /// The number of records that the profile has added since the backup.
  public let lackingRecords: UInt64
  /// Records that are damaged or missing in the backup, and intact in the profile.
  public internal(set) var damaged = RecordRanges()
  /// Records that are damaged or missing in the profile, and intact in the backup.
  public internal(set) var onlyInBackup = RecordRanges()
  /// Records that are damaged or missing in both the backup and the profile.
  public internal(set) var damagedInBoth = RecordRanges()
  /// Records that are intact in both the backup and the profile, but have different contents.
  public internal(set) var different = RecordRanges()
  /// The number of blobs that are missing from the backup, or differ from the blobs of the profile.
  public internal(set) var badBlobs = 0
  /// Whether metadata of the backup is damaged.
  public internal(set) var hasDamagedMetadata = false
  /// The number of records that still contain text in the backup that was forgotten in the profile.
  public internal(set) var forgottenRecords = 0
  /// Whether anything was forgotten in the profile since the backup. If so, the next backup is
  /// re-created.
  public let isBeforeForgetting: Bool

  /// Whether the backup contains everything that it should contain, and all of its contents match
  /// the profile.
  public var isSound: Bool {
    damaged.isEmpty && damagedInBoth.isEmpty && different.isEmpty && badBlobs == 0
      && !hasDamagedMetadata
  }
}

extension BackupComparison {
  /// Opens a backup for reading and compares it.
  static func make(
    of place: Profile, with source: Transaction, _ reading: RecordReading,
    _ progress: (Int, Int) -> Bool
  ) throws -> BackupComparison {
    do {
      guard try place.state() == .profile else {
        throw LogError(.missing, operation: "compare", path: place.directory)
      }
      let store = try ProfileRecords(
        directory: place.directory, access: .readOnly, mapBytes: Environment.usualMapBytes)
      var comparison: Result<BackupComparison, any Error>?
      try store.read { reader in
        guard case .profile(let backup) = reader.source else { return }
        comparison = Result {
          try compare(backup, at: place.directory, with: source, reading, progress)
        }
      }
      guard let comparison else {
        throw LogError(.missing, operation: "compare", path: place.directory)
      }
      return try comparison.get()
    } catch let error as LogError where error.reason == .missing {
      throw LogError(.noBackup, operation: "compare", path: place.directory)
    }
  }

  private static func compare(
    _ backup: Transaction, at path: String, with source: Transaction, _ reading: RecordReading,
    _ progress: (Int, Int) -> Bool
  ) throws -> BackupComparison {
    func refusal(_ reason: LogError.Reason) -> LogError {
      LogError(reason, operation: "compare", path: path)
    }
    guard let profile = try source.metadata(Metadata.profile),
      try backup.metadata(Metadata.profile) == profile
    else { throw refusal(.otherProfile) }
    guard let mark = try backup.backupMark() else { throw refusal(.backupWrittenTo) }
    let newest = try source.newest()
    guard mark.recordCount <= newest else {
      throw refusal(.backupAhead(backup: mark.recordCount, profile: newest))
    }
    let edition = try source.metadata(Metadata.edition)
    var comparison = BackupComparison(
      milliseconds: mark.milliseconds, recordCount: mark.recordCount,
      lackingRecords: newest - mark.recordCount,
      isBeforeForgetting: try backup.metadata(Metadata.edition) != edition)
    try comparison.compareRecords(backup, source, reading, progress)
    try comparison.compareBlobs(backup, source, progress)
    comparison.hasDamagedMetadata = try hasDamagedMetadata(backup, source)
    return comparison
  }

  /// Compares each record of the backup with the profile's record of the same number.
  private mutating func compareRecords(
    _ backup: Transaction, _ source: Transaction, _ reading: RecordReading,
    _ progress: (Int, Int) -> Bool
  ) throws {
    guard recordCount > 0 else { return }
    let total = Int(clamping: recordCount)
    for sequence in 1...recordCount {
      guard sequence & 0xFFF != 0 || progress(Int(clamping: sequence), total) else {
        throw source.interruption
      }
      let own = try RecordFacts(of: sequence, in: source, reading)
      if own == nil { source.environment.findings.noteDamaged(sequence) }
      note(sequence, try RecordFacts(of: sequence, in: backup, reading), own)
    }
  }

  /// Records the result of comparing two records. A record that is nil is damaged or missing.
  private mutating func note(
    _ sequence: UInt64, _ kept: RecordFacts?, _ own: RecordFacts?
  ) {
    switch (kept, own) {
    case (nil, nil): damagedInBoth.insert(sequence)
    case (nil, .some): damaged.insert(sequence)
    case (.some, nil): onlyInBackup.insert(sequence)
    case (let kept?, let own?):
      if kept == own { return }
      if isBeforeForgetting, kept.fingerprint == own.fingerprint {
        forgottenRecords += 1
      } else {
        different.insert(sequence)
      }
    }
  }

  /// Compares the blobs of the backup with the blobs of the profile. A blob that is only in the
  /// profile counts as missing unless the profile has newer records, to which the blob may belong.
  private mutating func compareBlobs(
    _ backup: Transaction, _ source: Transaction, _ progress: (Int, Int) -> Bool
  ) throws {
    let total = Int(clamping: recordCount)
    var cursor = try Cursor(backup, table: backup.environment.tables.blobs)
    while try cursor.move(MDB_NEXT) {
      let key = cursor.keyCopy
      let (kept, own) = (try backup.blob(key), try source.blob(key))
      // A blob that the profile no longer has was forgotten.
      if own == nil ? !isBeforeForgetting : own != kept { badBlobs += 1 }
      guard progress(total, total) else { throw source.interruption }
    }
    if lackingRecords == 0 { badBlobs += try BlobKeys.difference(of: source, to: backup).count }
  }

  /// Whether a metadata value of the backup is damaged.
  ///
  /// Values that differ from the profile's are not damage, because the profile may have changed
  /// them since. A value that was already damaged when it was copied counts as correct.
  private static func hasDamagedMetadata(
    _ backup: Transaction, _ source: Transaction
  ) throws -> Bool {
    for key in try backup.metadataKeys(withChecksums: true) {
      switch try backup.metadataValue(key) {
      case .checked: continue
      case .absent, .unchecked, .damaged:
        if try source.metadataValue(key) != backup.metadataValue(key) { return true }
      }
    }
    return false
  }
}
