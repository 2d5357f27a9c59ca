internal import Platform

/// The key that identifies a device to NATS servers, which is an NKey (Ed25519). Servers receive
/// the public half. The secret half stays on the device and signs the servers' challenges.
///
/// The file `sync.nkey` in the profile's folder stores both halves, one per line. Only its owner
/// can read the file.
package struct DeviceKey: Equatable, Sendable {
  /// The public half, as sent to servers. It consists of a `U` and 55 capital letters and digits.
  package let name: String
  /// The path of the file with the secret half.
  let path: String

  private static let fileName = "sync.nkey"
  private static let nameLength = 56
  private static let seedLength = 32
  /// The prefix of the bytes of a public key. It makes the text begin with `U`, which means a user.
  private static let openPrefix: [UInt8] = [20 << 3]
  /// The prefix of the bytes of a secret key, which makes the text begin with `SU`, for the seed of
  /// a user.
  private static let secretPrefix: [UInt8] = [18 << 3 | 20 >> 2, (20 & 3) << 6]

  /// Reads the key of a profile. Returns nil if the profile has no key.
  ///
  /// - Throws: ``SyncError/Reason/storage`` if the file cannot be read or does not contain a key.
  package init?(in folder: String) throws {
    path = folder + "/" + Self.fileName
    let file = try failing(path) {
      try ProfileFiles.read(Self.fileName, in: folder, limit: 4_096)
    }
    guard let file else { return nil }
    name = String(decoding: file.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard Self.isName(name) else {
      throw SyncError(.storage, "“\(path)” does not contain a key.")
    }
  }

  /// Returns the key of a profile, and creates the key if the profile has none.
  package static func make(in folder: String) throws -> DeviceKey {
    if let key = try DeviceKey(in: folder) { return key }
    let seed = Sodium.random(seedLength)
    let lines = [
      encoded(openPrefix + Sodium.signingKey(of: seed)), encoded(secretPrefix + seed), "",
    ]
    try failing(folder) {
      try ProfileFiles.replace(
        fileName, in: folder, with: Array(lines.joined(separator: "\n").utf8))
    }
    return try make(in: folder)
  }

  /// Whether a string has the form of a public key.
  package static func isName(_ text: String) -> Bool {
    text.utf8.count == nameLength && text.first == "U" && Base32.isStandard(text)
  }

  // MARK: Encoding

  /// Encodes bytes and their checksum as text.
  private static func encoded(_ bytes: [UInt8]) -> String {
    let sum = checksum(bytes)
    return Base32.standardText(bytes + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)])
  }

  /// Returns the CRC-16/XMODEM checksum of bytes.
  private static func checksum(_ bytes: [UInt8]) -> UInt16 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in
        sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021
      }
    }
  }
}
