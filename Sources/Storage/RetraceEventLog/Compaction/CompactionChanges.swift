import CLMDB
import EventCoding

/// The changes that a compaction applies to the copy. By default, everything is copied unchanged.
///
/// ```swift
/// let compaction = try log.compact { reader in
///   var changes = CompactionChanges()
///   changes.record = { number, _ in number == 1 ? Array("gone".utf8) : nil }
///   changes.appended = [Array("number \(try reader.newest() + 1)".utf8)]
///   return changes
/// }
/// let bytes = compaction.bytesAfter
/// ```
public struct CompactionChanges {
  /// Returns the bytes that replace a record, or nil to copy the record unchanged.
  ///
  /// The closure is called once for each record, in the order of the numbers.
  public var record: (_ sequence: UInt64, _ bytes: RawSpan) -> [UInt8]? = { _, _ in nil }
  /// Returns whether to copy a blob.
  public var keepsBlob: (_ hash: [UInt8]) -> Bool = { _ in true }
  /// Returns the action for a checkpoint.
  ///
  /// The closure receives the checkpoint's key and bytes, and a reader of the copy, which already
  /// contains all records.
  public var checkpoint:
    (_ key: [UInt8], _ bytes: RawSpan, _ copied: borrowing Reader) ->
      CheckpointChange = { _, _, _ in .stays }
  /// The metadata keys to drop. The set must not contain the log's own keys.
  public var droppedMetadata: Set<String> = []
  /// Records to append after the last copied record.
  public var appended: [[UInt8]] = []
  /// Whether to copy checkpoints at all.
  var keepsCheckpoints = true
  /// Whether to copy metadata that describes only this copy of the profile
  /// (``Metadata/localPrefix``).
  var keepsLocalMetadata = true
  /// The mark of the copy if it is a backup.
  var backupMark: BackupMark?

  /// Creates an empty set of changes.
  public init() {}
}
