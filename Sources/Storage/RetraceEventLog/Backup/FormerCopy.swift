import CLMDB

/// That a profile was an older copy of itself, as after a backup was put back, when somebody wrote
/// to it.
///
/// The numbers that its next records got may have been given before, to other records. So what is
/// written from then on is that of another device: a record is told from all others by its device
/// and its number.
public struct FormerCopy: Hashable, Sendable {
  /// The number of records the copy had.
  public let recordCount: UInt64
  /// When the copy was made, in milliseconds since 1970 UTC, or nil if it was not a backup, but the
  /// note of the newest record was ahead of it.
  public let milliseconds: Int64?

  /// The bytes in the metadata; the id of the former device follows.
  var bytes: [UInt8] {
    recordCount.bigEndianBytes + UInt64(bitPattern: milliseconds ?? .min).bigEndianBytes
  }

  init(recordCount: UInt64, milliseconds: Int64?) {
    self.recordCount = recordCount
    self.milliseconds = milliseconds
  }

  init?(bytes: [UInt8]) {
    guard let mark = BackupMark(bytes: Array(bytes.prefix(16))) else { return nil }
    self.init(
      recordCount: mark.recordCount,
      milliseconds: mark.milliseconds == .min ? nil : mark.milliseconds)
  }
}
