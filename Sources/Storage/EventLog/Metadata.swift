import CLMDB

/// The entries of the table `meta` that are the log's own.
enum Metadata {
  /// The version of the format, 8 bytes, big-endian.
  static let format = "format"
  /// 16 random bytes that tell this profile from others.
  static let profile = "profile"
  /// 16 random bytes that tell the device where the profile was made.
  static let device = "device"
  /// The name of the environment directory that has taken the place of this one.
  static let superseded = "superseded"

  static let reserved: Set<String> = [format, profile, device, superseded]

  /// The newest format that this code can read and write.
  static let formatVersion: UInt64 = 1

  /// The checksum of a value, 8 bytes: FNV-1a of its key, a zero and the value.
  static func checksum(of bytes: [UInt8], under key: String) -> [UInt8] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in Array(key.utf8) + [0] + bytes {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return hash.bigEndianBytes
  }

  static func randomIdentifier() -> [UInt8] {
    (0..<16).map { _ in UInt8.random(in: .min ... .max) }
  }
}

extension UInt64 {
  var bigEndianBytes: [UInt8] {
    unsafe withUnsafeBytes(of: bigEndian) { unsafe Array($0) }
  }

  /// The number that 8 big-endian bytes mean, `nil` for another count of bytes.
  init?(bigEndianBytes bytes: [UInt8]) {
    guard bytes.count == 8 else { return nil }
    self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

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
