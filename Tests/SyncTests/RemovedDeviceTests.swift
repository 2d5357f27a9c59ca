import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// A removed device that continues with a modified program. It has the first key and the public
/// keys of all devices, and may write to the servers or control them.
struct RemovedDeviceTests {
  private let profile: SharedProfile
  /// The sync state of the phone before it was removed.
  private let phone: SyncState
  private var desk: SharedDevice { profile.devices[0] }
  private var tablet: SharedDevice { profile.devices[2] }

  init() throws {
    profile = try SharedProfile(["desk", "phone", "tablet"])
    for device in profile.devices { try device.keep("of \(device.name)") }
    try profile.settle()
    phone = try profile.devices[1].sync.syncState
    try profile.devices[0].sync.remove(phone.number)
    for device in [profile.devices[0], profile.devices[2]] { try device.exchange() }
  }

  /// Appends a message that is encrypted with the first key.
  private func append(
    _ content: MessageContent, of device: UInt32, number: UInt64, before: [UInt8]
  ) throws -> [UInt8] {
    let position = profile.stream.state().last
    let head = SealedMessage.Head(
      epoch: 1, device: device, number: number, position: position + 1, before: before)
    let key = try #require(phone.keys[1])
    let bytes = SealedMessage.bytes(head, content.bytes, of: phone.profile, key: key)
    #expect(
      profile.stream.append(bytes, id: "\(position)", after: position)
        == .appended(at: position + 1))
    return StreamHash.of(bytes)
  }

  /// The devices of the profile and an invented device, with the keys of the phone.
  private var invented: [UInt32: Member] {
    phone.members.merging([
      77: Member(name: "77", publicKey: phone.box.open, messageCount: 0)
    ]) { first, _ in first }
  }

  /// Expects that the desk refills the servers without the invented data, and that all devices then
  /// agree.
  private func expectRefilled() throws {
    try desk.sync.refill()
    for _ in 0..<2 { for device in [desk, tablet] { try device.exchange() } }
    #expect(try desk.library() == tablet.library())
    #expect(try Set(desk.titles()) == ["of desk", "of phone", "of tablet"])
    for device in [desk, tablet] {
      let devices = try device.sync.status().devices
      #expect(devices.map(\.name) == ["desk", "phone", "tablet"])
      #expect(devices.map(\.isRemoved) == [false, true, false])
    }
    for message in profile.stream.messages {
      let sealed = try SealedMessage(message.bytes)
      guard let key = try desk.sync.syncState.keys[sealed.head.epoch],
        let bytes = sealed.content(of: phone.profile, key: key),
        case .keyTurned(let turn)? = try? MessageContent(bytes, of: sealed.head.device)
      else { continue }
      #expect(turn.keys.map(\.device).sorted() == [1, try tablet.sync.status().number])
    }
  }

  @Test(arguments: [false, true])
  func `a removed device cannot found a stream that the others adopt`(turnsKey: Bool) throws {
    profile.stream.renew()
    let note = StreamStart(members: invented, base: 20_000, epoch: 1)
    let hash = try append(.founded(note), of: 77, number: 1, before: StreamHash.none)
    if turnsKey {
      _ = try append(
        .keyTurned(KeyRotation(removed: [], keys: [])), of: 77, number: 2, before: hash)
    }
    for device in [desk, tablet] {
      #expect(try device.failure().map { [.lost, .forged].contains($0.reason) } == true)
      #expect(throws: SyncError.self) { try device.sync.invite() }
      #expect(throws: SyncError.self) { try device.sync.remove(phone.number) }
    }
    try expectRefilled()
  }

  @Test func `a removed device cannot give other keys to the others`() throws {
    profile.stream.renew()
    let note = StreamStart(members: invented, base: 20_000, epoch: 1)
    let hash = try append(.founded(note), of: 77, number: 1, before: StreamHash.none)
    let key = Sodium.random(Sodium.keyLength)
    let keys = invented.map { number, member in
      KeyRotation.SealedKey(device: number, sealed: Sodium.boxed(key, for: member.publicKey))
    }
    _ = try append(
      .keyTurned(KeyRotation(removed: [], keys: keys)), of: 77, number: 2, before: hash)
    for device in [desk, tablet] { #expect(try device.failure()?.reason == .forged) }
    try expectRefilled()
  }

  @Test func `a removed device cannot remove the others`() throws {
    profile.stream.renew()
    var members = invented
    for number in phone.members.keys { members[number]?.isRemoved = true }
    _ = try append(
      .founded(StreamStart(members: members, base: 20_000, epoch: 1)), of: 77, number: 1,
      before: StreamHash.none)
    for device in [desk, tablet] { #expect(try device.failure()?.reason == .lost) }
    try expectRefilled()
  }

  @Test func `a removed device cannot remove the others by rotating the key`() throws {
    profile.stream.renew()
    let note = StreamStart(members: invented, base: 20_000, epoch: 1)
    let hash = try append(.founded(note), of: 77, number: 1, before: StreamHash.none)
    let removed = try [desk, tablet].map { try $0.sync.status().number }
    _ = try append(
      .keyTurned(KeyRotation(removed: removed, keys: [])), of: 77, number: 2, before: hash)
    for device in [desk, tablet] { #expect(try device.failure()?.reason == .lost) }
    try expectRefilled()
  }

  @Test func `a removed device cannot have another device removed by a third`() throws {
    let number = try tablet.sync.status().number
    profile.stream.renew()
    let note = StreamStart(members: invented.filter { $0.key == 77 }, base: 20_000, epoch: 1)
    let hash = try append(.founded(note), of: 77, number: 1, before: StreamHash.none)
    _ = try append(
      .keyTurned(KeyRotation(removed: [number], keys: [])), of: 77, number: 2, before: hash)
    _ = try desk.failure()
    try tablet.sync.refill()
    try desk.exchange()
    #expect(try desk.sync.status().devices.first { $0.number == number }?.isRemoved == false)
    try expectRefilled()
  }

  @Test func `a removed device cannot request forgetting`() throws {
    let request = SharedForgetting(.site("a.example"), newest: [:])
    let bytes = try #require(
      SealedRequest.bytes(
        request.bytes, id: Array(repeating: 7, count: ForgetRequest.idLength), phone))
    let position = profile.stream.state().last
    _ = profile.stream.append(bytes, id: "its own", after: position)
    let failure = try #require(try desk.failure())
    #expect(
      failure.description
        == "The message at position \(position + 1) of the stream is encrypted with a key that is not valid "
        + "there.")
    #expect(try desk.sync.syncState.forgettings.isEmpty)
    try expectRefilled()
  }

  @Test func `a device removed before the founder has shown the newest key stays removed`() throws {
    var profile = profile
    let (desk, tablet) = (desk, tablet)
    profile.stream.renew()
    try desk.sync.refill()
    for name in ["laptop", "attic"] { try profile.add(name) }
    let (laptop, attic) = (profile.devices[3], profile.devices[4])
    for device in [laptop, attic, desk] { try device.exchange() }
    profile.stream.renew()
    // The tablet does not know the stream in which the others joined, and ends after it has rotated
    // the key.
    tablet.stream.whenAppended = { if $0 == 2 { tablet.stream.callsLeft = 0 } }
    #expect(throws: SyncError.self) { try tablet.sync.refill() }
    tablet.stream.recover()
    #expect(profile.stream.state().last == 2)
    try desk.sync.remove(attic.sync.status().number)
    try laptop.sync.refill()
    _ = try attic.failure()
    #expect(try attic.sync.syncState.keys[3] == nil)
    #expect(try attic.sync.syncState.keys[2] != nil)
  }

  @Test func `devices that are left without the founder can let others join`() throws {
    var profile = profile
    try profile.add("laptop")
    let laptop = profile.devices[3]
    profile.stream.renew()
    // The tablet has not read the laptop's join, and ends after it has rotated the key.
    tablet.stream.whenAppended = { [tablet] in if $0 == 2 { tablet.stream.callsLeft = 0 } }
    #expect(throws: SyncError.self) { try tablet.sync.refill() }
    try laptop.keep("of laptop")
    try laptop.exchange()
    let failure = #expect(throws: SyncError.self) { try laptop.sync.invite() }
    #expect(failure?.description.contains("to refill them from this device.") == true)
    #expect(try laptop.sync.refill().isRefill)
    let attic = try SharedDevice("attic", on: profile.stream)
    try attic.join(laptop.sync.invite())
    try attic.exchange()
    #expect(try attic.titles() == ["of laptop"])
  }

  /// - Parameter hasRead: Whether the joining device has read that the other device joined. It has
  ///   not read the removal.
  @Test(arguments: [true, false])
  func `a device that joins gives no key to a device that was removed before`(hasRead: Bool) throws
  {
    var profile = profile
    try profile.add("laptop")
    let laptop = profile.devices[3]
    try profile.stream.change(hasRead ? UInt64(tablet.sync.status().number) : 1, to: [])
    try laptop.crash()
    #expect(try laptop.sync.refill().isRefill)
    let removed = profile.devices[1]
    #expect(try removed.failure()?.reason == .removed)
    #expect(try removed.sync.syncState.keys.keys.sorted() == [1])
    for device in [desk, tablet, laptop, desk] { try device.exchange() }
    #expect(try laptop.titles() == desk.titles())
    profile.stream.renew()
    try laptop.sync.refill()
    #expect(try removed.failure()?.reason == .removed)
    #expect(try removed.sync.syncState.keys.keys.sorted() == [1])
  }
}
