import CLMDB
import EventCoding

/// A check of whether the new data of a profile can be added to a backup.
struct BackupFit {
  enum Finding {
    /// The backup is an earlier state of the profile.
    case fits
    /// The backup was created before existing records were changed, and must be re-created.
    case outdated
  }

  let source: Transaction
  let backup: Transaction
  let reading: RecordReading

  /// Compares the ids, the record counts and some records of the profile and the backup.
  ///
  /// - Parameter path: The directory of the backup.
  /// - Throws: ``LogError`` if the directory does not contain an earlier state of the profile.
  /// - Complexity: O(log² n).
  func find(in path: String) throws -> Finding {
    func refusal(_ reason: LogError.Reason) -> LogError {
      LogError(reason, operation: "back up", path: path)
    }
    guard let profile = try source.metadata(Metadata.profile),
      try backup.metadata(Metadata.profile) == profile
    else { throw refusal(.otherProfile) }
    guard let mark = try backup.backupMark() else { throw refusal(.backupWrittenTo) }
    let (newest, has) = (try source.newest(), try backup.newest())
    guard has == mark.recordCount else {
      throw refusal(.incompleteBackup(has: has, noted: mark.recordCount))
    }
    guard has <= newest else {
      throw refusal(.backupAhead(backup: has, profile: newest))
    }
    // In a different edition, text was removed from records, so their bytes differ. Their
    // fingerprints must still be equal.
    let isOfEdition =
      try source.metadata(Metadata.edition) == backup.metadata(Metadata.edition)
    for sequence in Self.samples(upTo: has) {
      guard try agree(on: sequence, byBytes: isOfEdition) else {
        throw refusal(.otherHistory(record: sequence))
      }
    }
    return isOfEdition ? .fits : .outdated
  }

  /// Returns the number of the newest record, and the numbers of earlier records at doubling
  /// distances from the newest record.
  private static func samples(upTo newest: UInt64) -> [UInt64] {
    var samples: [UInt64] = []
    var distance: UInt64 = 0
    while distance < newest {
      samples.append(newest - distance)
      distance = max(distance &* 2, 1)
    }
    return samples
  }

  /// Whether the profile and the backup have the same record. The result is true if either record
  /// cannot be read.
  private func agree(on sequence: UInt64, byBytes: Bool) throws -> Bool {
    guard let own = try RecordFacts(of: sequence, in: source, reading),
      let other = try RecordFacts(of: sequence, in: backup, reading)
    else { return true }
    return byBytes ? own == other : own.fingerprint == other.fingerprint
  }
}
