internal import Bytes
import CLMDB

/// The keys in the table `meta` that belong to the log itself, and the checksums of the table's
/// values.
enum Metadata {
  /// The version of the format, 8 bytes in big-endian order.
  static let format = "format"
  /// 16 random bytes that identify this profile. A compaction does not change them.
  static let profile = "profile"
  /// 16 random bytes that identify the device that writes to the profile. A restored copy receives
  /// new bytes.
  static let device = "device"
  /// The name of the environment directory that has replaced this directory, such as `log-2`. A
  /// compaction takes effect when this value is committed.
  static let superseded = "superseded"
  /// The ``BackupMark`` of a backup to which nothing has been written.
  static let backup = "backup"
  /// The ``FormerCopy`` of a profile that was a copy, followed by the id of its previous device.
  static let restored = "restored"
  /// 16 random bytes that change whenever existing records are changed. A backup with other bytes
  /// may contain removed text. The value is missing if no records were ever changed.
  static let edition = "edition"

  /// The keys that ``Writer/setMetadata(_:_:)`` rejects.
  static let reserved: Set<String> = [
    format, profile, device, superseded, backup, restored, edition,
  ]

  /// The prefix of keys that describe only this copy of the profile. Backups and recovered profiles
  /// do not contain these keys.
  static let localPrefix = "local."

  /// The suffix of a checksum's key. The checksum of the value of `k` is stored under `k#`.
  static let checksumSuffix = "#"

  /// The newest format that this code can read and write.
  static let formatVersion: UInt64 = 1

  /// Returns the checksum of a value, which is the 64-bit FNV-1a hash of its key, a zero byte and
  /// the value.
  ///
  /// The key is included so that a value under a wrong key is detected.
  static func checksum(of bytes: [UInt8], under key: String) -> [UInt8] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in Array(key.utf8) + [0] + bytes {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return hash.bigEndianBytes
  }

  /// Returns 16 random bytes from the system.
  static func randomIdentifier() -> [UInt8] {
    (0..<16).map { _ in UInt8.random(in: .min ... .max) }
  }
}

// The checksum of each value is stored under the same key with a suffix.
extension Transaction {
  /// Returns the value of a key and its integrity.
  func metadataValue(_ key: String) throws -> MetadataValue {
    guard let bytes = try bytes(environment.tables.meta, Array(key.utf8)) else { return .absent }
    let checksumKey = Array((key + Metadata.checksumSuffix).utf8)
    guard let checksum = try self.bytes(environment.tables.meta, checksumKey) else {
      return .unchecked(bytes)
    }
    return checksum == Metadata.checksum(of: bytes, under: key)
      ? .checked(bytes) : .damaged(bytes, checksum: checksum)
  }

  /// Returns the value of a key, or nil if there is no value or the value is damaged.
  func metadata(_ key: String) throws -> [UInt8]? {
    switch try metadataValue(key) {
    case .checked(let bytes), .unchecked(let bytes): bytes
    case .absent, .damaged: nil
    }
  }

  /// Sets the value of a key and its checksum, or removes both if `bytes` is nil.
  func put(_ key: String, _ bytes: [UInt8]?) throws {
    try put(environment.tables.meta, Array(key.utf8), bytes)
    try put(checksum: bytes.map { Metadata.checksum(of: $0, under: key) }, of: key)
  }

  /// Sets only the checksum of a key. Copying a damaged value uses this to copy its checksum
  /// unchanged.
  func put(checksum: [UInt8]?, of key: String) throws {
    try put(environment.tables.meta, Array((key + Metadata.checksumSuffix).utf8), checksum)
  }

  /// Sets a key to a value of another log. A damaged value stays damaged, because its checksum is
  /// copied instead of being computed again.
  func put(_ key: String, copyOf value: MetadataValue) throws {
    switch value {
    case .absent: break
    case .checked(let bytes), .unchecked(let bytes): try put(key, bytes)
    case .damaged(let bytes, let checksum):
      try put(key, bytes)
      try put(checksum: checksum, of: key)
    }
  }

  /// Returns the keys that have a value.
  ///
  /// - Parameter withChecksums: Whether to include keys that have a checksum but no value.
  func metadataKeys(withChecksums: Bool = false) throws -> [String] {
    var cursor = try Cursor(self, table: environment.tables.meta)
    var keys: [String] = []
    while try cursor.move(MDB_NEXT) {
      var key = unsafe String(decoding: cursor.keyBytes, as: UTF8.self)
      if key.hasSuffix(Metadata.checksumSuffix) {
        guard withChecksums else { continue }
        key.removeLast()
      }
      if keys.last != key { keys.append(key) }
    }
    return keys
  }
}
