internal import Platform

/// The key by which NATS servers know a device (an NKey: Ed25519). They are told its open half; the secret one
/// stays on the device, and signs what they ask.
///
/// The file `sync.nkey` in the folder of the profile has both, a line each. Only its owner can read it.
package struct DeviceKey: Equatable, Sendable {
  /// What servers are told: a `U` and 55 capital letters and digits.
  package let name: String
  /// Where the secret half is.
  let path: String

  private static let fileName = "sync.nkey"
  private static let nameLength = 56
  private static let seedLength = 32
  /// What stands before the bytes of an open key: its first letter is a `U` then, for a user.
  private static let openPrefix: [UInt8] = [20 << 3]
  /// What stands before those of a secret one, which begins with `SU`.
  private static let secretPrefix: [UInt8] = [18 << 3 | 20 >> 2, (20 & 3) << 6]

  /// Reads the key of a profile; nil if none was made.
  ///
  /// - Throws: ``SyncFailure/Reason/storage`` if the file cannot be read, or has no key.
  package init?(in folder: String) throws(SyncFailure) {
    path = folder + "/" + Self.fileName
    let file = try failing(path) { () throws(Errno) in
      try ProfileFiles.read(Self.fileName, in: folder, limit: 4_096)
    }
    guard let file else { return nil }
    name = String(decoding: file.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard Self.isName(name) else { throw SyncFailure(.storage, "“\(path)” has no key.") }
  }

  /// Returns the key of a profile, which is made if there is none.
  package static func make(in folder: String) throws(SyncFailure) -> DeviceKey {
    if let key = try DeviceKey(in: folder) { return key }
    let seed = Sodium.random(seedLength)
    let lines = [
      encoded(openPrefix + Sodium.signingKey(of: seed)), encoded(secretPrefix + seed), "",
    ]
    try failing(folder) { () throws(Errno) in
      try ProfileFiles.replace(
        fileName, in: folder, with: Array(lines.joined(separator: "\n").utf8))
    }
    return try make(in: folder)
  }

  /// Whether a text looks like the open half of a key.
  package static func isName(_ text: String) -> Bool {
    text.utf8.count == nameLength && text.first == "U" && Base32.isStandard(text)
  }

  // MARK: As text

  /// The bytes and their checksum.
  private static func encoded(_ bytes: [UInt8]) -> String {
    let sum = checksum(bytes)
    return Base32.standardText(bytes + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)])
  }

  /// CRC-16/XMODEM.
  private static func checksum(_ bytes: [UInt8]) -> UInt16 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in
        sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021
      }
    }
  }
}
