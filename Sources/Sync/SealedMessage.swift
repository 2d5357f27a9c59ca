internal import BrowserModel
internal import Bytes

/// A message as it stands in the stream: a head that everybody can read, and a content that only the
/// devices of the profile can.
///
/// The head is sealed with the content, together with the profile, so that neither can be changed or
/// put elsewhere. It says which message stood before it, so that none can be left out.
struct SealedMessage {
  /// Where a message stands, and who wrote it.
  struct Head: Equatable, Sendable {
    /// Which key of the profile it is sealed with.
    var epoch: UInt32
    /// The number of the device that wrote it.
    var device: UInt32
    /// How many messages the device has written, with this one.
    var number: UInt64
    /// The position for which it was written.
    var position: UInt64
    /// The ``StreamHash`` of what stands before it.
    var before: [UInt8]
  }

  /// Where it stands, by its own account.
  let head: Head
  private let sealed: ArraySlice<UInt8>

  /// The version that this program writes, and the newest that it can read. A kind of event that devices
  /// were not told of before needs a newer one, or older programs call it damage.
  static let version: UInt8 = 1
  /// By how many bytes a message is longer than its content.
  static let overhead = headLength + Sodium.sealLength

  private static let headLength = MessageForm.length + 4 + 4 + 8 + 8 + Sodium.hashLength

  /// Reads a message.
  init(_ bytes: [UInt8]) throws(MessageDamage) {
    guard try MessageForm(of: bytes) == .message, bytes.count >= Self.overhead else {
      throw .garbled
    }
    var reader = ByteReader(bytes.span.raw, at: MessageForm.length)
    head = Head(
      epoch: reader.fixed(UInt32.self), device: reader.fixed(UInt32.self),
      number: reader.fixed(UInt64.self), position: reader.fixed(UInt64.self),
      before: reader.bytes(Sodium.hashLength).copied)
    sealed = bytes[reader.position...]
  }

  /// Returns the content; nil if anything of the message, or the profile, is not what was sealed.
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
  /// The head as it stands at the beginning of a message.
  var bytes: [UInt8] {
    MessageForm.message.bytes + epoch.littleEndianBytes
      + device.littleEndianBytes + number.littleEndianBytes + position.littleEndianBytes + before
  }
}
