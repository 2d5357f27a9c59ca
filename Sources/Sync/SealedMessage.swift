internal import BrowserModel
internal import Bytes

/// A message as stored in the stream. Anyone can read the head, but only the profile's devices can
/// read the content.
///
/// The head is authenticated together with the content and the profile, so a message cannot be
/// changed or moved. The head identifies the preceding message, so a message cannot be left out.
struct SealedMessage {
  /// The head of a message, which identifies its position and writer.
  struct Head: Equatable, Sendable {
    /// The epoch of the key with which the message is sealed.
    var epoch: UInt32
    /// The number of the device that wrote the message.
    var device: UInt32
    /// The number of messages that the device has written, including this message.
    var number: UInt64
    /// The position for which the message was written.
    var position: UInt64
    /// The ``StreamHash`` of the stream before the message.
    var before: [UInt8]
    /// The oldest version that can read the message.
    var version: UInt8 = 1
  }

  /// The head, as stated in the message.
  let head: Head
  private let sealed: ArraySlice<UInt8>

  /// The newest version that this program can read. A message states the oldest version that can
  /// read it, so that older programs ask for an update instead of reporting damage. Programs with
  /// version 2 can read ``MessageContent/relayed(_:of:)`` in the first stream of a profile.
  static let version: UInt8 = 2
  /// The difference in bytes between a message and its content.
  static let overhead = headLength + Sodium.sealLength

  private static let headLength = MessageForm.length + 4 + 4 + 8 + 8 + Sodium.hashLength

  /// Reads the head of a message.
  init(_ bytes: [UInt8]) throws {
    guard try MessageForm(of: bytes) == .message, bytes.count >= Self.overhead else {
      throw SyncError.garbled
    }
    var reader = ByteReader(bytes.span.raw, at: MessageForm.length)
    head = Head(
      epoch: reader.fixed(UInt32.self), device: reader.fixed(UInt32.self),
      number: reader.fixed(UInt64.self), position: reader.fixed(UInt64.self),
      before: reader.bytes(Sodium.hashLength).copied, version: bytes[2])
    sealed = bytes[reader.position...]
  }

  /// Decrypts the content. Returns nil if the message was changed, or was sealed with another key
  /// or for another profile.
  func content(of profile: [UInt8], key: [UInt8]) -> [UInt8]? {
    Sodium.open(sealed, beside: profile + head.bytes, with: key)
  }

  /// Returns a message of a profile.
  static func bytes(
    _ head: Head, _ content: [UInt8], of profile: [UInt8], key: [UInt8]
  ) -> [UInt8] {
    head.bytes + Sodium.seal(content, beside: profile + head.bytes, with: key)
  }
}

extension SealedMessage.Head {
  /// The head as stored at the beginning of a message.
  var bytes: [UInt8] {
    MessageForm.message.bytes(version: version) + epoch.littleEndianBytes
      + device.littleEndianBytes + number.littleEndianBytes + position.littleEndianBytes + before
  }
}
