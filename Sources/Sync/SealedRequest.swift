/// An encrypted forget request, which is stored in the stream until all devices have completed it.
///
/// Only the sealed request identifies the data to forget. Like an invitation, it is not part of the
/// chain, so it can be erased. A ``ForgetRequest`` in the chain contains the position of the sealed
/// request, so a server cannot leave the request out unnoticed.
struct SealedRequest {
  /// The ``ForgetRequest/id`` of the request.
  let id: [UInt8]
  /// The epoch of the key that seals the request.
  let epoch: UInt32
  private let sealed: ArraySlice<UInt8>

  private static let form = MessageForm.request.bytes

  /// Returns a request as a message, or nil if the state does not contain the current key.
  ///
  /// - Parameters:
  ///   - content: The encoded request.
  ///   - syncState: The state of the profile, whose current key seals the request.
  static func bytes(
    _ content: [UInt8], id: [UInt8], _ syncState: SyncState
  ) -> [UInt8]? {
    guard let key = syncState.keys[syncState.epoch] else { return nil }
    let head = head(id, syncState.epoch)
    return head + Sodium.seal(content, beside: syncState.profile + head, with: key)
  }

  /// Reads a message.
  init(_ bytes: [UInt8]) throws {
    guard try MessageForm(of: bytes) == .request else { throw SyncError.garbled }
    var reader = MessageReader(Array(bytes.dropFirst(Self.form.count)))
    id = try reader.block(of: ForgetRequest.idLength)
    epoch = try reader.number(as: UInt32.self)
    sealed = reader.rest
  }

  /// Decrypts the request in a message. Returns nil if no device of the profile wrote the message.
  static func content(of message: [UInt8], _ syncState: SyncState) -> [UInt8]? {
    (try? SealedRequest(message))?.content(syncState)
  }

  /// Decrypts the request. Returns nil if no device of the profile wrote the request.
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
