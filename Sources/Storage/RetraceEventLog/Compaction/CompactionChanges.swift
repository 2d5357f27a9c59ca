import CLMDB
import EventCoding
import Glibc

/// What a compaction changes in the copy. Without changes everything is copied as it is.
///
/// ```swift
/// let result = try log.compact { (reader) throws(LogFailure) in
///   var changes = CompactionChanges()
///   changes.record = { number, _ in number == 1 ? Array("gone".utf8) : nil }
///   changes.appended = [Array("number \(try reader.newest() + 1)".utf8)]
///   return changes
/// }
/// let bytes = try result.get().bytesAfter
/// ```
public struct CompactionChanges {
  /// Returns the bytes that take the place of a record, or nil to copy it as it is.
  ///
  /// It is called once for each record, in the order of the numbers.
  public var record: (_ sequence: UInt64, _ bytes: RawSpan) -> [UInt8]? = { _, _ in nil }
  /// Returns whether a blob is copied.
  public var keepsBlob: (_ hash: [UInt8]) -> Bool = { _ in true }
  /// Returns what becomes of a checkpoint.
  ///
  /// It receives the checkpoint's key and bytes, and a reader of the copy, which has all its
  /// records by then.
  public var checkpoint:
    (_ key: [UInt8], _ bytes: RawSpan, _ copied: borrowing Reader) ->
      CheckpointChange = { _, _, _ in .stays }
  /// The keys of metadata that are not copied. The log's own keys must not be among them.
  public var droppedMetadata: Set<String> = []
  /// Records that are added behind the last one.
  public var appended: [[UInt8]] = []
  /// Whether checkpoints are copied at all.
  var keepsCheckpoints = true
  /// What the copy is to say of itself, if it is a backup.
  var backupMark: BackupMark?

  /// Makes changes that change nothing.
  public init() {}
}
