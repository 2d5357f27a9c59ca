import CLMDB

/// The value of a metadata key, classified by its checksum.
enum MetadataValue: Equatable {
  /// The key has no value.
  case absent
  /// The value matches its checksum.
  case checked([UInt8])
  /// The value has no checksum, because it was written by a version that stored none.
  case unchecked([UInt8])
  /// The value and its checksum do not match, because the value or the checksum has changed since
  /// both were written.
  case damaged([UInt8], checksum: [UInt8])
}
