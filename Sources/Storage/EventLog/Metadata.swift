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
