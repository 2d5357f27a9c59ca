/// The hash of a message. The next message contains it.
enum StreamHash {
  /// The hash that the first message of a stream contains.
  static let none = [UInt8](repeating: 0, count: Sodium.hashLength)

  /// Returns the hash of a message. The message's head contains its position and the preceding
  /// hash, so the hash covers all messages up to and including this message.
  static func of(_ message: [UInt8]) -> [UInt8] { Sodium.hash(message) }
}
