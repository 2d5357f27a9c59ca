/// A table of an ``EventStorage``, which maps keys of 1 to 511 bytes to values of up to 16 MiB.
///
/// The raw value can serve as the name of the table. It never changes.
public enum StorageTable: String, CaseIterable, Sendable {
  /// Small values that describe the log.
  case metadata
  /// Pictures, under a hash of their bytes.
  case blobs
  /// States that are derived from records. They can be removed at any time.
  case checkpoints
}
