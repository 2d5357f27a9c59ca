/// What is to be forgotten, as it waits in the stream until all devices have done it.
///
/// Its words are in no other message, so that they can be erased: like an invitation it is not part of the
/// chain. A ``ForgetRequest``, which is, says where it stands, so that nobody can leave it out.
struct SealedRequest {
  /// Which forgetting it is, by ``ForgetRequest/id``.
  let id: [UInt8]
  /// The epoch of the key with which it is sealed.
  let epoch: UInt32
  private let sealed: ArraySlice<UInt8>

  private static let form = MessageForm.request.bytes

  /// Returns it as a message.
  ///
  /// - Parameters:
  ///   - content: What is to be forgotten.
  ///   - syncState: Of the profile; its key that counts now is taken.
  static func bytes(
    _ content: [UInt8], id: [UInt8], _ syncState: SyncState
  ) -> [UInt8]? {
    guard let key = syncState.keys[syncState.epoch] else { return nil }
    let head = head(id, syncState.epoch)
    return head + Sodium.seal(content, beside: syncState.profile + head, with: key)
  }

  /// Reads a message.
  init(_ bytes: [UInt8]) throws(MessageDamage) {
    guard try MessageForm(of: bytes) == .request else { throw .garbled }
    var reader = MessageReader(Array(bytes.dropFirst(Self.form.count)))
    id = try reader.block(of: ForgetRequest.idLength)
    epoch = try reader.number(as: UInt32.self)
    sealed = reader.rest
  }

  /// Returns what is to be forgotten in some message; nil if it is none that a device of the profile wrote.
  static func content(of message: [UInt8], _ syncState: SyncState) -> [UInt8]? {
    (try? SealedRequest(message))?.content(syncState)
  }

  /// Returns what is to be forgotten; nil if no device of the profile wrote it.
  func content(_ syncState: SyncState) -> [UInt8]? {
    guard let key = syncState.keys[epoch] else { return nil }
    return Sodium.open(
      sealed, beside: syncState.profile + Self.head(id, epoch), with: key)
  }

  private static func head(_ id: [UInt8], _ epoch: UInt32) -> [UInt8] {
    var writer = MessageWriter()
    writer.put(id)
    writer.put(epoch)
    return form + writer.bytes
  }
}
