import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// Messages of an attacker who has the keys and a modified program.
struct CraftedMessageTests {
  /// Returns the sync state of the desk after it and the phone, device 3, have read each other's
  /// messages.
  private func known() throws -> SyncState {
    try SharedProfile().devices[0].sync.syncState
  }

  /// Returns a message that follows the state.
  private func message(
    _ content: MessageContent, in syncState: SyncState, of device: UInt32, number: UInt64? = nil,
    position: UInt64? = nil, before: [UInt8]? = nil, milliseconds: Int64 = 1_000
  ) throws -> StreamMessage {
    let place = syncState.position + 1
    let count = syncState.members[device]?.messageCount ?? 0
    let head = SealedMessage.Head(
      epoch: syncState.epoch, device: device, number: number ?? count + 1,
      position: position ?? place, before: before ?? syncState.hash)
    let key = try #require(syncState.keys[syncState.epoch])
    return StreamMessage(
      position: place, milliseconds: milliseconds,
      bytes: SealedMessage.bytes(head, content.bytes, of: syncState.profile, key: key))
  }

  /// Returns the sentence about a message, or nil if the message is valid.
  private func sentence(_ message: StreamMessage, _ syncState: SyncState) -> String? {
    var copy = syncState
    do {
      _ = try copy.apply(message)
      return nil
    } catch {
      #expect(copy == syncState)
      return "\(error)"
    }
  }

  @Test func `each fault is explained in a sentence`() throws {
    let desk = try known()
    let (place, nothing) = (desk.position + 1, MessageContent.batches([]))
    let here = "The message at position \(place) of the stream "
    let noMessage = "Position \(place) of the stream does not contain a message from a device."
    #expect(sentence(try message(nothing, in: desk, of: 3), desk) == nil)
    let count = try #require(desk.members[3]).messageCount
    #expect(
      sentence(try message(nothing, in: desk, of: 3, number: count), desk)
        == here
        + "has a number that device “phone” has already used. Two copies of that device may be "
        + "writing.")
    #expect(
      sentence(try message(nothing, in: desk, of: 3, number: count + 2), desk)
        == "Message \(count + 1) of device “phone” is missing before position \(place) of the "
        + "stream.")
    #expect(
      sentence(try message(nothing, in: desk, of: 3, position: place + 1), desk)
        == here + "was written for position \(place + 1). It was repeated or moved.")
    #expect(
      sentence(try message(nothing, in: desk, of: 3, before: StreamHash.none), desk)
        == "The messages before position \(place) of the stream are not those that device “phone” had "
        + "read: messages were left out, or the stream has split.")
    for device in [9, UInt32(place)] {
      #expect(
        sentence(try message(nothing, in: desk, of: device), desk)
          == here + "is from a device that has not joined.")
    }
    #expect(
      sentence(try message(.keyTurned(KeyRotation(removed: [], keys: [])), in: desk, of: 3), desk)
        == "At position \(place) of the stream, device “phone” changed the key and did not give "
        + "this device the new key. If this device was not removed, the servers have lost messages "
        + "that one of the two devices had sent. Run “sync refill” on this device, and then on a device "
        + "that knows both devices. If there is none, one of the two must join again with a new "
        + "profile.")
    #expect(
      sentence(
        try message(.part(BatchPart(index: 1, count: 3, bytes: [])), in: desk, of: 3), desk)
        == noMessage)
    #expect(
      sentence(try message(nothing, in: desk, of: 1), desk)?.hasPrefix(
        "Another copy of this profile")
        == true)
  }

  @Test func `a removed device cannot write even with the new key`() throws {
    var desk = try known()
    desk.members[3]?.isRemoved = true
    #expect(
      sentence(try message(.batches([]), in: desk, of: 3), desk)
        == "The message at position \(desk.position + 1) of the stream is from device “phone”, which "
        + "had been removed.")
  }

  @Test func `a device that joins too late, or second, or without an invitation, does not count`()
    throws
  {
    let desk = try known()
    let invitation = StreamMessage(
      position: desk.position + 1, milliseconds: 5_000, bytes: MessageForm.invitation.bytes)
    var invited = desk
    _ = try invited.apply(invitation)
    let place = UInt32(invited.position + 1)
    func note(_ position: UInt64, _ milliseconds: Int64) -> MessageContent {
      .joined(
        DeviceJoinRecord(
          name: "tablet", publicKey: Array(repeating: 1, count: 32), invitation: position,
          invited: milliseconds))
    }
    /// Whether the tablet counts, for a device that sees the invitation and for a device that does
    /// not.
    func counts(_ note: MessageContent, at milliseconds: Int64) throws -> [Bool] {
      var erased = invited
      erased.invitations = [:]
      return try [invited, erased].map { before in
        var syncState = before
        _ = try syncState.apply(
          try message(note, in: before, of: place, milliseconds: milliseconds))
        return syncState.members[place] != nil
      }
    }
    let last = 5_000 + Invitation.lifetimeMilliseconds
    #expect(try counts(note(invitation.position, 5_000), at: last) == [true, true])
    #expect(try counts(note(invitation.position, 5_000), at: last + 1) == [false, false])
    #expect(try counts(note(0, 5_000), at: 5_000) == [false, false])
    // The message contains a different time than the servers report. Their time counts as long as
    // the invitation exists.
    #expect(try counts(note(invitation.position, 9_000), at: last + 1) == [false, true])
    // The phone has used this invitation.
    let used = try #require(desk.usedInvitations.first)
    #expect(try counts(note(used, 1_000), at: 1_000) == [false, false])
    var syncState = invited
    _ = try syncState.apply(
      try message(note(invitation.position, 5_000), in: syncState, of: place))
    #expect(syncState.members[place]?.name == "tablet")
    _ = try syncState.apply(
      try message(note(invitation.position, 5_000), in: syncState, of: place + 1))
    #expect(syncState.members[place + 1] == nil)
    // A device that has joined does not join again.
    let again = try message(note(0, 0), in: syncState, of: place)
    #expect(sentence(again, syncState)?.contains("has already used") == true)
  }

  @Test(arguments: [false, true])
  func `the first stream of this version and of earlier versions is read`(isEarlier: Bool) throws {
    var syncState = SyncState(
      profile: Array(repeating: 1, count: Invitation.profileLength), servers: [], name: "phone",
      logDevice: [], keys: [1: Array(repeating: 2, count: Sodium.keyLength)])
    let record = DeviceJoinRecord(
      name: "desk", publicKey: Array(repeating: 3, count: 32), invitation: 0, invited: 0)
    var content = MessageContent.founded(StreamStart(of: record)).bytes
    if isEarlier { content = [1] + MessageContent.joined(record).bytes.dropFirst() }
    let head = SealedMessage.Head(
      epoch: 1, device: 1, number: 1, position: 1, before: StreamHash.none)
    let key = try #require(syncState.keys[1])
    _ = try syncState.apply(
      StreamMessage(
        position: 1, milliseconds: 1_000,
        bytes: SealedMessage.bytes(head, content, of: syncState.profile, key: key)))
    #expect(
      syncState.members == [
        1: Member(name: "desk", publicKey: record.publicKey, messageCount: 1)
      ])
    #expect(syncState.founder?.device == 1 && syncState.isProven && syncState.base == 0)
    #expect(try SyncState(bytes: syncState.bytes) == syncState)
  }

  @Test func `impossible numbers and times do not crash the program`() throws {
    let desk = try known()
    let place = UInt32(desk.position + 1)
    for invited in [Int64.min, .max] {
      var syncState = desk
      let note = DeviceJoinRecord(
        name: "tablet", publicKey: Array(repeating: 1, count: 32), invitation: 900, invited: invited
      )
      let joined = try message(.joined(note), in: desk, of: place, milliseconds: -5)
      _ = try syncState.apply(joined)
      #expect((syncState.members[place] != nil) == (invited == .max))
    }
    let here = "The message at position \(place) of the stream "
    let noMessage = "Position \(place) of the stream does not contain a message from a device."
    // No device has the number 0, which is used only inside a log.
    #expect(
      sentence(try message(.batches([]), in: desk, of: 0), desk)
        == here + "is from a device that has not joined.")
    #expect(
      sentence(try message(.relayed([], of: 0), in: desk, of: 3), desk)
        == noMessage)
    let far = StreamMessage(
      position: 1 << 31, milliseconds: 1_000, bytes: MessageForm.invitation.bytes)
    #expect(sentence(far, desk)?.hasSuffix("is from a device that has not joined.") == true)
    // Another stream may replace this one at any position that may contain a message.
    var last = desk
    _ = try last.apply(
      StreamMessage(
        position: StreamMessage.lastPosition, milliseconds: 1_000,
        bytes: MessageForm.invitation.bytes))
    let restarted = last.restarted(in: StreamState(created: 2, last: 0), asFounder: true)
    #expect(try SyncState(bytes: restarted.bytes) == restarted)
  }

  @Test func `many ranges of events are read in order`() throws {
    let numbers = RangeSet((1...100_000).map { EventID(2 * $0)..<EventID(2 * $0 + 1) })
    let forgetting = SharedForgetting(.written([3: numbers]), newest: [:])
    #expect(try SharedForgetting(forgetting.bytes) == forgetting)
  }

  @Test func `an invalid batch is not applied, and neither is any later message`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try phone.exchange()
    let batch = SharedBatch(
      device: 3, records: [.init(sequence: EventID(900), bytes: [1, 2, 3])], origins: [:])
    let bad = try message(.batches([batch]), in: phone.sync.syncState, of: 3)
    _ = profile.stream.append(bad.bytes, id: "bad", after: bad.position - 1)
    let position = desk.store.timeline.position
    let failure = try #require(try desk.failure())
    #expect(
      failure
        == SyncError(
          .forged, "Event 900 of another device was damaged in transit, so nothing was applied."))
    #expect(desk.store.timeline.position == position)
    #expect(try desk.sync.status().problem == failure.description)
  }
}
