import Foundation
import RetraceStore
import TestSupport
import Testing

@testable import Sync

/// The invitation code with which a device joins.
struct InvitationTests {
  private static let sample = Invitation(
    servers: ["sync.example:4222", "10.0.0.7:4222"], profile: Array(1...16), position: 4_711,
    key: Array(17...32))

  /// Returns the error of a code, or nil if the code is valid.
  private func failure(_ code: String) -> SyncError? {
    do {
      _ = try Invitation(code)
      return nil
    } catch {
      return error as? SyncError
    }
  }

  @Test func `an invitation that servers have lost is not confused with a later one`() throws {
    var profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let end = profile.stream.state().last
    _ = try desk.sync.invite()
    profile.stream.lose(after: end)
    profile.stream.clock += 1_000
    let tablet = try SharedDevice("tablet", on: profile.stream)
    try tablet.join(phone.sync.invite())
    profile.devices.append(tablet)
    try tablet.keep("of the tablet")
    try profile.settle()
    try profile.expectAgreement()
    #expect(try desk.titles() == ["of the tablet"])
  }

  @Test func `sharing again after an interruption uses the new servers`() throws {
    let device = try SharedDevice("desk", on: MemoryStream())
    func begin(_ servers: [String], _ name: String) throws {
      _ = try Synchronization.begin(
        device.store, in: device.path, named: name, servers: servers
      ) { address in
        #expect(address.servers == servers)
        return device.stream
      }
    }
    device.stream.callsLeft = 2
    #expect(throws: SyncError.self) { try begin(["a.example:4222"], "desk") }
    device.stream.recover()
    try begin(["b.example:4222"], "table")
    let syncState = try #require(try SyncState.read(of: device.store, in: device.path))
    #expect(syncState.servers == ["b.example:4222"])
    #expect(syncState.name == "table")
  }

  @Test func `no device joins or is removed before a stream is founded`() throws {
    var profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("a")
    for device in [desk, phone] { try device.exchange() }
    let number = try phone.sync.status().number
    for step in ["invite", "remove"] {
      profile.stream.renew()
      let created = profile.stream.created
      desk.stream.whenCalled = {
        guard profile.stream.created > created, desk.stream.callsLeft == nil else { return }
        desk.stream.callsLeft = 1
      }
      #expect(throws: SyncError.self) { try desk.sync.refill() }
      #expect(profile.stream.state().last == 0)
      desk.stream.recover()
      try desk.crash()
      if step == "invite" { try profile.add("tablet") } else { try desk.sync.remove(number) }
      try profile.devices.last?.exchange()
      try desk.exchange()
    }
    profile.devices.remove(at: 1)
    try profile.settle()
    try profile.expectAgreement()
    #expect(try profile.devices[1].sync.status().number > 10_000)
  }

  @Test func `a code contains all that is needed, and tolerates typing variants`() throws {
    let code = Self.sample.code
    #expect(code.wholeMatch(of: /retrace:([0-9a-z]{5}-)*[0-9a-z]{1,5}/) != nil)
    #expect(try Invitation(code) == Self.sample)
    #expect(try Invitation(code.uppercased()) == Self.sample)
    let letters = code.dropFirst("retrace:".count)
    let typed = letters.replacing("-", with: "").replacing("0", with: "o").replacing("1", with: "l")
    #expect(try Invitation("retrace:" + typed) == Self.sample)
    #expect(Self.sample.address.name == "retrace-0102030405060708090a0b0c0d0e0f10")
    for count in 0..<7 {
      let other = Invitation(
        servers: [String(repeating: "a", count: count)], profile: Self.sample.profile, position: 1,
        key: Self.sample.key)
      #expect(try Invitation(other.code) == other)
    }
  }

  @Test func `a code with a wrong, missing or additional letter is reported as mistyped`() {
    let code = Self.sample.code
    let mistyped = SyncError(
      .invitation, "The invitation was mistyped: its checksum does not match.")
    for index in code.indices.dropFirst("retrace:".count) where code[index] != "-" {
      var changed = code
      changed.replaceSubrange(index...index, with: code[index] == "z" ? "y" : "z")
      #expect(failure(changed) == mistyped)
      changed.remove(at: index)
      #expect(failure(changed) == mistyped)
      #expect(failure(code.replacingCharacters(in: index..<index, with: "7")) == mistyped)
      #expect(failure(String(code[..<index])) == mistyped)
    }
    #expect(failure(code + "!") == mistyped)
    #expect(failure("retrace:") == mistyped)
    #expect(
      failure("https://example.org/")
        == SyncError(.invitation, "An invitation must begin with “retrace:”."))
  }

  private static let notUsable =
    "The invitation is no longer valid. It was used, it is older than ten minutes, or the "
    + "profile's key or stream was replaced. Create a new one."

  @Test func `an invitation from before a new key or stream is reported as such`()
    throws
  {
    var profile = try SharedProfile(["desk", "phone"])
    let desk = profile.devices[0]
    let late = try SharedDevice("late", on: profile.stream)
    let invitation = try desk.sync.invite()
    try desk.sync.remove(profile.devices[1].sync.syncState.number)
    #expect(throws: SyncError(.invitation, Self.notUsable)) { try late.join(invitation) }
    let another = try desk.sync.invite()
    profile.stream.renew()
    try desk.sync.refill()
    // Another message is at the position of the invitation by now.
    for number in 0..<8 {
      try desk.sync.rename("desk-\(number)")
      try desk.exchange()
    }
    #expect(throws: SyncError(.invitation, Self.notUsable)) { try late.join(another) }
    try profile.add("tablet")
  }

  @Test(arguments: 2...4, [false, true])
  func `an interrupted join is invalid in a stream that was lost`(
    calls: Int, isAll: Bool
  ) throws {
    let profile = try SharedProfile(["desk"])
    let stream = profile.stream
    let end = stream.state().last
    let invitation = try profile.devices[0].sync.invite()
    let phone = try SharedDevice("phone", on: stream)
    phone.stream.callsLeft = calls
    #expect(throws: SyncError.self) { try phone.join(invitation) }
    try phone.crash()
    phone.stream.recover()
    if isAll { stream.renew() } else { stream.lose(after: end) }
    let failure = #expect(throws: SyncError.self) { try phone.join(invitation) }
    #expect(failure?.reason == .invitation)
    #expect(stream.state().last == (isAll ? 0 : end))
  }

  @Test func `an invitation can be used once, and is then erased`() throws {
    var profile = try SharedProfile(["desk"])
    let desk = profile.devices[0]
    let invitation = try desk.sync.invite()
    let phone = try SharedDevice("phone", on: profile.stream)
    let late = try SharedDevice("late", on: profile.stream)
    try phone.join(invitation)
    let used = SyncError(.invitation, Self.notUsable)
    // The message still exists, but a device has joined with it.
    #expect(profile.stream.messages.contains { $0.position == invitation.position })
    #expect(throws: used) { try late.join(invitation) }
    try phone.exchange()
    #expect(!profile.stream.messages.contains { $0.position == invitation.position })
    #expect(throws: used) { try late.join(invitation) }
    #expect(try SyncState.read(of: late.store, in: late.path) == nil)
    // A device that joins later does not miss the erased message.
    try profile.add("tablet")
    try profile.settle()
    try phone.exchange()
    #expect(try phone.sync.status().devices.map(\.name) == ["desk", "phone", "tablet"])
  }

  @Test func `if two devices join with one invitation, the first succeeds`() throws {
    let profile = try SharedProfile(["desk"])
    let desk = profile.devices[0]
    let invitation = try desk.sync.invite()
    let (phone, late) = (
      try SharedDevice("phone", on: profile.stream), try SharedDevice("late", on: profile.stream)
    )
    // The phone joins after the late device has read the stream, and before it sends its message.
    var isFirst = true
    late.stream.retold = { messages in
      if isFirst, messages.last?.position == invitation.position {
        isFirst = false
        try? phone.join(invitation)
      }
      return messages
    }
    #expect(throws: SyncError(.invitation, Self.notUsable)) { try late.join(invitation) }
    #expect(phone.running != nil)
    try desk.exchange()
    #expect(try desk.sync.status().devices.map(\.name) == ["desk", "phone"])
  }

  @Test func `an unused invitation that was erased is not missed by other devices`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    _ = try desk.sync.invite()
    profile.stream.clock += Invitation.lifetimeMilliseconds + 1
    // No message follows the invitation.
    try desk.exchange()
    try phone.keep("a")
    try phone.exchange()
    try desk.exchange()
    #expect(try desk.titles() == ["a"])
    #expect(try !profile.stream.messages.contains { try MessageForm(of: $0.bytes) == .invitation })
  }

  @Test func `an invitation is valid for ten minutes by the servers' clock`() throws {
    let profile = try SharedProfile(["desk"])
    let desk = profile.devices[0]
    let phone = try SharedDevice("phone", on: profile.stream)
    let first = try desk.sync.invite()
    profile.stream.clock += Invitation.lifetimeMilliseconds + 1
    #expect(
      throws: SyncError(
        .invitation, "The invitation is older than ten minutes. Create a new one.")
    ) { try phone.join(first) }
    #expect(try SyncState.read(of: phone.store, in: phone.path) == nil)
    // The join does not count, and the invitation is erased.
    try desk.exchange()
    #expect(try desk.sync.status().devices.map(\.name) == ["desk"])
    #expect(!profile.stream.messages.contains { $0.position == first.position })
    let second = try desk.sync.invite()
    profile.stream.clock += Invitation.lifetimeMilliseconds
    try phone.join(second)
    try phone.exchange()
    try desk.exchange()
    #expect(try desk.sync.status().devices.map(\.name) == ["desk", "phone"])
    #expect(try phone.sync.status().devices.map(\.name) == ["desk", "phone"])
  }

  @Test func `an invitation from before a device was removed is invalid`() throws {
    let profile = try SharedProfile()
    let invitation = try profile.devices[0].sync.invite()
    try profile.devices[0].sync.remove(3)
    let tablet = try SharedDevice("tablet", on: profile.stream)
    let failure = #expect(throws: SyncError.self) { try tablet.join(invitation) }
    #expect(failure?.reason == .invitation)
  }

  @Test func `a changed invitation is detected`() throws {
    let profile = try SharedProfile(["desk"])
    let invitation = try profile.devices[0].sync.invite()
    let phone = try SharedDevice("phone", on: profile.stream)
    phone.stream.retold = { messages in
      messages.map { message in
        var message = message
        if message.position == invitation.position { message.bytes[40] ^= 1 }
        return message
      }
    }
    let failure = #expect(throws: SyncError.self) { try phone.join(invitation) }
    #expect(failure?.reason == .forged)
    phone.stream.retold = { $0 }
    try phone.join(invitation)
    try phone.exchange()
    #expect(try phone.sync.status().number == 4)
  }

  @Test(arguments: 0...12) func `an interrupted join continues`(calls: Int) throws {
    let profile = try SharedProfile(["desk"])
    let desk = profile.devices[0]
    try desk.keep("one")
    try desk.exchange()
    let invitation = try desk.sync.invite()
    let phone = try SharedDevice("phone", on: profile.stream)
    phone.stream.callsLeft = calls
    var isInside = true
    do { try phone.join(invitation) } catch {
      isInside = false
      #expect((error as? SyncError)?.isTemporary == true)
    }
    try phone.crash()
    phone.stream.callsLeft = nil
    if !isInside { try phone.join(invitation) }
    try phone.exchange()
    try desk.exchange()
    #expect(try phone.titles() == ["one"])
    #expect(try desk.sync.status().devices.map(\.name) == ["desk", "phone"])
  }

  @Test(arguments: 0...4, [false, true])
  func `an interrupted start of sharing continues`(calls: Int, losesAnswer: Bool) throws {
    let stream = MemoryStream()
    let desk = try SharedDevice("desk", on: stream)
    desk.stream.callsLeft = calls
    if losesAnswer { desk.stream.answers = [.lostAfter] }
    var isInside = true
    do { try desk.begin() } catch { isInside = false }
    try desk.crash()
    desk.stream.callsLeft = nil
    if !isInside { try desk.begin() }
    try desk.exchange()
    #expect(try desk.sync.status().devices.map(\.name) == ["desk"])
  }
}
