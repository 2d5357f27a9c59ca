internal import Bytes
import CLMDB

/// The mark of a backup: the number of records that were copied, and the time of the copy.
///
/// It is stored in the metadata until the copy is written to and becomes a separate profile. See
/// ``FormerCopy``.
public struct BackupMark: Hashable, Sendable {
  /// The number of records in the profile at that time.
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
  /// Returns the mark of the log as a backup, or nil if it is not a backup.
  public func backupMark() throws -> BackupMark? {
    try metadata(Metadata.backup).flatMap { BackupMark(bytes: $0) }
  }

  /// Returns the copy that the log was restored from, or nil if it never was.
  public func formerCopy() throws -> FormerCopy? {
    try metadata(Metadata.restored).flatMap { FormerCopy(bytes: $0) }
  }
}

extension Transaction {
  /// Returns the mark of a backup, or nil if this is not a backup.
  func backupMark() throws -> BackupMark? {
    try metadata(Metadata.backup).flatMap { BackupMark(bytes: $0) }
  }

  /// Makes a copy a separate profile, in the transaction that changes it, and returns its previous
  /// identity. Does nothing in a profile that is not a copy.
  ///
  /// - Parameter noted: The number of the newest record that this place once had, if known.
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
    let former = try metadata(Metadata.device) ?? []
    try put(Metadata.backup, nil)
    try put(Metadata.device, Metadata.randomIdentifier())
    try put(Metadata.restored, formerCopy.bytes + former)
    return formerCopy
  }

  /// Records that existing records were changed, so that earlier backups are known to contain
  /// removed text.
  func beginEdition() throws {
    try put(Metadata.edition, Metadata.randomIdentifier())
  }
}

extension ProfileRecords {
  /// Makes a copy a separate profile when it is first written to.
  ///
  /// - Returns: The previous identity, to be recorded after the commit, or nil if it was not a
  ///   copy, or if the map is full, which the caller detects.
  func leaveBackup(_ transaction: Transaction) throws -> FormerCopy? {
    guard transaction.hasChanges else { return nil }
    do {
      return try transaction.leaveBackup(noted: isOlderThanNoted ? note.sequence : nil)
    } catch  where transaction.putFailure == MDB_MAP_FULL {
      return nil
    }
  }
}
