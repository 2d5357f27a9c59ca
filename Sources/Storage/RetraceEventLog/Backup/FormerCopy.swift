internal import Bytes
import CLMDB

/// The record that a profile was an older copy of itself, such as a restored backup, when it was
/// written to.
///
/// The numbers of its next records may already have been used for other records. Therefore,
/// everything written from then on belongs to another device: device and number together identify a
/// record.
public struct FormerCopy: Hashable, Sendable {
  /// The number of records in the copy.
  public let recordCount: UInt64
  /// The time of the copy, in milliseconds since 1970 UTC, or nil if it was not a backup, but the
  /// note of the newest record was ahead of it.
  public let milliseconds: Int64?

  /// The bytes in the metadata. They are followed by the id of the previous device.
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
