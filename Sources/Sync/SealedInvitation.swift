/// The message in the stream for an invited device. It contains the profile's keys.
///
/// Other devices cannot read this message and do not need it. The message is not part of the chain,
/// so it can be erased.
struct SealedInvitation: Equatable, Sendable {
  /// The keys of the profile, by epoch.
  var keys: [UInt32: [UInt8]]
  /// The ``StreamHash`` of the stream before the invitation.
  var before: [UInt8]
  /// The difference between the number of a device that joins and the position of the message with
  /// which it joins.
  var base: UInt32 = 0
  /// The numbers of the removed devices, which must not receive keys.
  var removed: [UInt32] = []

  private static let head = MessageForm.invitation.bytes

  /// Returns the message for an invitation.
  func bytes(for invitation: Invitation) -> [UInt8] {
    var writer = MessageWriter()
    writer.put(list: keys.sorted { $0.key < $1.key }) {
      $0.put($1.key)
      $0.put($1.value)
    }
    writer.put(before)
    if base > 0 || !removed.isEmpty { writer.put(base) }
    if !removed.isEmpty { writer.put(list: removed) { $0.put($1) } }
    return Self.head
      + Sodium.seal(
        writer.bytes, beside: Self.place(of: invitation), with: Self.key(of: invitation))
  }

  init(keys: [UInt32: [UInt8]], before: [UInt8], base: UInt32 = 0, removed: [UInt32] = []) {
    self.keys = keys
    self.before = before
    self.base = base
    self.removed = removed
  }

  /// Decrypts a message with an invitation. Returns nil if the message does not belong to the
  /// invitation.
  init?(_ bytes: [UInt8], for invitation: Invitation) throws {
    guard try MessageForm(of: bytes) == .invitation else { return nil }
    let content = Sodium.open(
      bytes.dropFirst(Self.head.count), beside: Self.place(of: invitation),
      with: Self.key(of: invitation))
    guard let content else { return nil }
    var reader = MessageReader(content)
    let keys = try reader.list { reader in
      (try reader.number(as: UInt32.self), try reader.block(of: Sodium.keyLength))
    }
    self.keys = Dictionary(keys) { first, _ in first }
    before = try reader.block(of: Sodium.hashLength)
    if !reader.isAtEnd { base = try reader.number(as: UInt32.self) }
    if !reader.isAtEnd { removed = try reader.devices() }
    try reader.finish()
    guard !self.keys.isEmpty else { throw SyncError.garbled }
  }

  private static func place(of invitation: Invitation) -> [UInt8] {
    var writer = MessageWriter()
    writer.put(invitation.position)
    return head + invitation.profile + writer.bytes
  }

  /// Returns the encryption key for an invitation, derived from the key in the code. The key in the
  /// code is short, so that it can be typed.
  private static func key(of invitation: Invitation) -> [UInt8] {
    Sodium.hash(Array("retrace invitation".utf8) + invitation.profile, with: invitation.key)
  }
}
