import BrowserModel
import EventCoding
import RetraceStore
import RetraceTimeline

@testable import Sync

/// Laws for any bytes that servers, other devices or a disk provide for a shared profile.
enum SyncLaws {
  private static let profile = [UInt8](repeating: 7, count: 16)
  private static let key = [UInt8](repeating: 9, count: 32)
  private static let box = BoxKeys(
    open: [UInt8](repeating: 1, count: 32), secret: [UInt8](repeating: 2, count: 32))

  // MARK: Messages

  /// The first byte selects the kind of message, and the second its device.
  static func checkMessage(_ input: [UInt8]) throws {
    guard input.count > 1 else { return }
    let bytes = Array(input.dropFirst(2))
    let device = UInt32(input[1] % 4) + 1
    switch input[0] % 4 {
    case 0: try checkRaw(bytes)
    case 1: try checkContent(bytes, of: device)
    case 2: try checkInvited(bytes)
    default: try checkStream(bytes, from: device)
    }
  }

  /// Each message of the stream is applied or refused, and a refusal changes nothing.
  private static func checkRaw(_ bytes: [UInt8]) throws {
    let before = member()
    var syncState = before
    let message = StreamMessage(position: 2, milliseconds: 5, bytes: bytes)
    do {
      _ = try syncState.apply(message)
    } catch {
      try hold(syncState == before, "a message that was refused has changed something")
    }
    try checkWritten(syncState)
    _ = try? SealedMessage(bytes)
    _ = try? SealedRequest(bytes)
    _ = try? SharedForgetting(bytes)
  }

  /// A decoded message is encoded with the same content. Its batches can be renumbered or are
  /// refused.
  private static func checkContent(_ bytes: [UInt8], of device: UInt32) throws {
    guard let content = try? MessageContent(bytes, of: device) else { return }
    try hold(
      (try? MessageContent(content.bytes, of: device)) == content, "a message reads otherwise again"
    )
    for batch in content.batches ?? [] {
      _ = try? batch.renumbered(from: EventID(1_000), DeviceMap(of: 9))
    }
  }

  /// Messages for an invited device.
  private static func checkInvited(_ bytes: [UInt8]) throws {
    let invitation = Invitation(
      servers: ["a.example"], profile: profile, position: 3, key: Array(key.prefix(16)))
    let sealed = SealedInvitation(keys: [1: key], before: StreamHash.none).bytes(for: invitation)
    try hold(
      (try? SealedInvitation(sealed, for: invitation))??.keys == [1: key], "an invitation is lost")
    _ = try? SealedInvitation(bytes, for: invitation)
    // A message with a changed byte cannot be decrypted.
    guard let place = bytes.first.map({ Int($0) % sealed.count }), let change = bytes.last,
      change != 0
    else { return }
    var changed = sealed
    changed[place] ^= change
    if let opened = try? SealedInvitation(changed, for: invitation) {
      try hold(opened.keys == [1: key], "a changed invitation is believed")
    }
  }

  /// Contents that are encrypted in sequence like those of a device of the profile, because a
  /// device can be malicious too.
  private static func checkStream(_ bytes: [UInt8], from device: UInt32) throws {
    var syncState = member()
    for content in bytes.split(separator: 0xFF, omittingEmptySubsequences: false).prefix(8) {
      let before = syncState
      let head = SealedMessage.Head(
        epoch: syncState.epoch, device: device,
        number: (syncState.members[device]?.messageCount ?? 0) + 1,
        position: syncState.position + 1, before: syncState.hash)
      let sealed = SealedMessage.bytes(head, Array(content), of: profile, key: key)
      let message = StreamMessage(
        position: head.position, milliseconds: Int64(content.count) * 100_000, bytes: sealed)
      do {
        _ = try syncState.apply(message)
      } catch {
        try hold(syncState == before, "a message that was refused has changed something")
        try hold(!"\(error)".isEmpty, "a refusal has no sentence")
      }
      try checkWritten(syncState)
    }
  }

  /// A device that has read the beginning of a stream, in which devices 1 and 2 have joined.
  private static func member() -> SyncState {
    var syncState = SyncState(
      profile: profile, servers: ["a.example"], name: "desk", logDevice: [1], box: box,
      keys: [1: key])
    syncState.number = 1
    syncState.position = 2
    syncState.chainPosition = 2
    let other = Member(name: "phone", publicKey: box.open, messageCount: 1)
    syncState.members = [1: other, 2: other]
    return syncState
  }

  // MARK: The file of a device

  static func checkSyncState(_ input: [UInt8]) throws {
    _ = try? SyncState(bytes: input)
    // With a valid checksum.
    let content = Array("retrace sync 1\n".utf8) + input
    guard let read = try? SyncState(bytes: content + Sodium.hash(content).prefix(8)) else {
      return
    }
    try checkWritten(read)
    var syncState = read
    let message = StreamMessage(
      position: syncState.position &+ 1, milliseconds: 1, bytes: MessageForm.invitation.bytes)
    _ = try? syncState.apply(message)
    _ = syncState.problem
  }

  private static func checkWritten(_ syncState: SyncState) throws {
    try hold(
      (try? SyncState(bytes: syncState.bytes)) != nil, "what a device knows cannot be read again")
  }

  // MARK: Invitations

  static func checkInvitation(_ input: [UInt8]) throws {
    try checkCode(String(decoding: input, as: UTF8.self))
    // With a valid checksum.
    let content = [1] + input
    try checkCode("retrace:" + Base32.text(content + Sodium.hash(content).prefix(4)))
  }

  private static func checkCode(_ text: String) throws {
    guard let invitation = try? Invitation(text) else { return }
    try hold(
      (try? Invitation(invitation.code)) == invitation, "“\(text)” is another invitation again")
    try hold(
      (try? Invitation(invitation.code.uppercased())) == invitation,
      "“\(text)” is none in capital letters")
    _ = try? StreamServers(invitation.servers)
    _ = invitation.address
  }
}
