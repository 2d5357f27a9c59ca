import CLMDB

/// What is stored under a metadata key, judged by the checksum next to it.
enum MetadataValue: Equatable {
  /// The key has no value.
  case absent
  /// The value agrees with its checksum.
  case checked([UInt8])
  /// The value has no checksum: a version that kept none has written it.
  case unchecked([UInt8])
  /// The value and its checksum, of which one has changed since it was written.
  case damaged([UInt8], checksum: [UInt8])
}
