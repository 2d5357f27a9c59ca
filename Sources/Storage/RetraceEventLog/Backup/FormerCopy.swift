internal import Bytes
import CLMDB

/// A note that the profile was an older copy of itself, such as a restored backup, when something
/// was first written to it.
///
/// The profile may already have used the numbers of the next records for other records. A record is
/// identified by its device and its number. Therefore, everything written to the copy belongs to
/// another device.
public struct FormerCopy: Hashable, Sendable {
  /// The number of records in the copy.
  public let recordCount: UInt64
  /// The time of the copy, in milliseconds since 1970 UTC. Nil if the copy was not a backup and was
  /// recognized because the note of the newest record had a greater number than the copy.
  public let milliseconds: Int64?

  /// The bytes stored in the metadata, where they are followed by the id of the previous device.
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
