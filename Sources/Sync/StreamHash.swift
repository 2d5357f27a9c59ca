/// The hash of a message with its place, by which the next one names it.
enum StreamHash {
  /// The hash before the first message.
  static let none = [UInt8](repeating: 0, count: Sodium.hashLength)

  /// The hash of a message of a stream. Its head has the place and the hash before it, so that it
  /// stands for all messages up to it.
  static func of(_ message: [UInt8]) -> [UInt8] { Sodium.hash(message) }
}
