/// The form of a message. The first four bytes of a message are the letters `Rt`, a version, and
/// the form.
enum MessageForm: UInt8 {
  /// A ``SealedMessage``.
  case message = 1
  /// A ``SealedInvitation``.
  case invitation = 2
  /// A ``SealedRequest``.
  case request = 3

  private static let letters = Array("Rt".utf8)
  /// The number of bytes that state the letters, the version and the form.
  static let length = letters.count + 2

  /// The first bytes of a message that all versions can read.
  var bytes: [UInt8] { bytes(version: 1) }

  /// Returns the first bytes of a message that the given version and later versions can read.
  func bytes(version: UInt8) -> [UInt8] { Self.letters + [version, rawValue] }

  /// Reads the first bytes of a message.
  init(of bytes: [UInt8]) throws {
    guard bytes.count >= Self.length, bytes.starts(with: Self.letters), bytes[2] > 0 else {
      throw SyncError.garbled
    }
    guard bytes[2] <= SealedMessage.version, let form = MessageForm(rawValue: bytes[3]) else {
      throw SyncError.unknownForm
    }
    self = form
  }
}
