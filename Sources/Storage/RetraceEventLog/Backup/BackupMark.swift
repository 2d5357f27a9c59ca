internal import Bytes
import CLMDB

/// The mark of a backup, which contains the number of copied records and the time of the copy.
///
/// The mark is stored in the metadata until something is written to the copy. Writing makes the
/// copy a separate profile. See ``FormerCopy``.
public struct BackupMark: Hashable, Sendable {
  /// The number of records in the profile when it was copied.
  public let recordCount: UInt64
  /// The time of the copy, in milliseconds since 1970 UTC.
  public let milliseconds: Int64

  /// Creates a mark.
  public init(recordCount: UInt64, milliseconds: Int64) {
    self.recordCount = recordCount
    self.milliseconds = milliseconds
  }

  init?(bytes: [UInt8]) {
    guard bytes.count == 16, let count = UInt64(bigEndianBytes: Array(bytes[..<8])),
      let time = UInt64(bigEndianBytes: Array(bytes[8...]))
    else { return nil }
    self.init(recordCount: count, milliseconds: Int64(bitPattern: time))
  }

  var bytes: [UInt8] {
    recordCount.bigEndianBytes + UInt64(bitPattern: milliseconds).bigEndianBytes
  }
}

extension Reader {
  /// Returns the mark of the log as a backup, or nil if the log is not a backup.
  public func backupMark() throws -> BackupMark? {
    try metadata(Metadata.backup).flatMap { BackupMark(bytes: $0) }
  }

  /// Returns the copy that the log was restored from, or nil if the log was never restored.
  public func formerCopy() throws -> FormerCopy? {
    try metadata(Metadata.restored).flatMap { FormerCopy(bytes: $0) }
  }
}

extension Transaction {
  /// Returns the mark of the log as a backup, or nil if the log is not a backup.
  func backupMark() throws -> BackupMark? {
    try metadata(Metadata.backup).flatMap { BackupMark(bytes: $0) }
  }

  /// Assigns a new device id to a copy, which makes the copy a separate profile, and returns its
  /// previous identity. Returns nil and does nothing if the profile is not a copy.
  ///
  /// - Parameter noted: The number of the newest record that a profile at this path once had, if
  ///   known.
  func leaveBackup(noted: UInt64?) throws -> FormerCopy? {
    let before: UInt64
    if let newestBefore { before = newestBefore } else { before = try newest() }
    let formerCopy: FormerCopy
    if let mark = try backupMark() {
      formerCopy = FormerCopy(recordCount: mark.recordCount, milliseconds: mark.milliseconds)
    } else if let noted, noted > before {
      formerCopy = FormerCopy(recordCount: before, milliseconds: nil)
    } else {
      return nil
    }
    let previous = try metadata(Metadata.device) ?? []
    try put(Metadata.backup, nil)
    try put(Metadata.device, Metadata.randomIdentifier())
    try put(Metadata.restored, formerCopy.bytes + previous)
    return formerCopy
  }

  /// Stores a new edition id after existing records were changed. Backups with an earlier edition
  /// may contain removed text.
  func beginEdition() throws {
    try put(Metadata.edition, Metadata.randomIdentifier())
  }
}

extension ProfileRecords {
  /// Makes a copy a separate profile when something is first written to it.
  ///
  /// - Returns: The previous identity, to be recorded after the commit, or nil if the profile was
  ///   not a copy. The result is also nil if the map is full, a failure that the caller detects.
  func leaveBackup(_ transaction: Transaction) throws -> FormerCopy? {
    guard transaction.hasChanges else { return nil }
    do {
      return try transaction.leaveBackup(noted: isOlderThanNoted ? note.sequence : nil)
    } catch  where transaction.putFailure == MDB_MAP_FULL {
      return nil
    }
  }
}
