import CLMDB

/// What stands under a key of the metadata.
enum MetadataValue {
  case absent
  /// It is what was written.
  case checked([UInt8])
  /// It was written by a version that kept no checksums of metadata.
  case unchecked([UInt8])
  /// It is not what was written, or its checksum is not.
  case damaged([UInt8], checksum: [UInt8])
}

// Beside each value stands its checksum, under the same key with a suffix.
extension Transaction {
  private static let checksumSuffix = "#"

  func metadataValue(_ key: String) throws(LogFailure) -> MetadataValue {
    guard let bytes = try bytes(environment.tables.meta, Array(key.utf8)) else { return .absent }
    let checksumKey = Array((key + Self.checksumSuffix).utf8)
    guard let checksum = try self.bytes(environment.tables.meta, checksumKey) else {
      return .unchecked(bytes)
    }
    return checksum == Metadata.checksum(of: bytes, under: key)
      ? .checked(bytes) : .damaged(bytes, checksum: checksum)
  }

  /// The value of a key; nil also where it is damaged.
  func metadata(_ key: String) throws(LogFailure) -> [UInt8]? {
    switch try metadataValue(key) {
    case .checked(let bytes), .unchecked(let bytes): bytes
    case .absent, .damaged: nil
    }
  }

  /// Sets a key with its checksum, or removes both.
  func put(_ key: String, _ bytes: [UInt8]?) throws(LogFailure) {
    try put(environment.tables.meta, Array(key.utf8), bytes)
    try put(checksum: bytes.map { Metadata.checksum(of: $0, under: key) }, of: key)
  }

  func put(checksum: [UInt8]?, of key: String) throws(LogFailure) {
    try put(environment.tables.meta, Array((key + Self.checksumSuffix).utf8), checksum)
  }

  /// The keys that have a value.
  func metadataKeys() throws(LogFailure) -> [String] {
    var cursor = try Cursor(self, table: environment.tables.meta)
    var keys: [String] = []
    while try cursor.move(MDB_NEXT) {
      let key = unsafe String(decoding: cursor.keyBytes, as: UTF8.self)
      if !key.hasSuffix(Self.checksumSuffix) { keys.append(key) }
    }
    return keys
  }
}
