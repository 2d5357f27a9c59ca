import CLMDB

/// What a backup says of itself: that it is a copy, of how many records, and of when.
///
/// It stands in the metadata until somebody writes to the copy, which is then a profile of its
/// own: see ``FormerCopy``.
public struct BackupMark: Hashable, Sendable {
  /// The number of records the profile had.
  public let recordCount: UInt64
  /// When that was, in milliseconds since 1970 UTC.
  public let milliseconds: Int64

  /// Makes a mark.
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
  /// Returns what the log says of itself as a backup, or nil if it is none.
  public func backupMark() throws(LogFailure) -> BackupMark? {
    try metadata(Metadata.backup).flatMap { BackupMark(bytes: $0) }
  }

  /// Returns from what copy the log was restored, or nil if it never was.
  public func formerCopy() throws(LogFailure) -> FormerCopy? {
    try metadata(Metadata.restored).flatMap { FormerCopy(bytes: $0) }
  }
}

extension Transaction {
  /// Returns the mark of a backup, or nil if this is none.
  func backupMark() throws(LogFailure) -> BackupMark? {
    try metadata(Metadata.backup).flatMap { BackupMark(bytes: $0) }
  }

  /// Makes a copy a profile of its own, in the transaction that changes it, and returns what it
  /// was. Does nothing in a profile that is not a copy.
  ///
  /// - Parameter noted: The number of the newest record that this place once had, if known.
  func leaveBackup(noted: UInt64?) throws(LogFailure) -> FormerCopy? {
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

  /// Notes that records were changed, so that a backup of before is known to have what was taken
  /// out of them.
  func beginEdition() throws(LogFailure) {
    try put(Metadata.edition, Metadata.randomIdentifier())
  }
}

extension ProfileRecords {
  /// Makes a copy that is written to for the first time a profile of its own.
  ///
  /// - Returns: What it was, to be noted once the transaction is committed, or nil if it was not a
  ///   copy, or the map is full, which the caller sees.
  func leaveBackup(_ transaction: Transaction) throws(Interruption) -> FormerCopy? {
    guard transaction.hasChanges else { return nil }
    do throws(LogFailure) {
      return try transaction.leaveBackup(noted: isOlderThanNoted ? note.sequence : nil)
    } catch {
      guard transaction.putFailure != MDB_MAP_FULL else { return nil }
      throw .failed(error)
    }
  }
}
