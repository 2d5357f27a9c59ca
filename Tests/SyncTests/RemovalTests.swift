import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// Devices that are removed or copied, or whose library differs from the others.
struct RemovalTests {
  @Test func `a removed device gets an error, and cannot read later messages`() throws {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try phone.keep("not told in time")
    try desk.sync.remove(3)
    try desk.keep("secret")
    try desk.exchange()
    let removed = SyncError(
      .removed,
      "This device was removed from the devices that share the profile. \(Synchronization.joinAgainAdvice)"
    )
    let end = profile.stream.state().last
    #expect(try phone.failure() == removed)
    try phone.crash()
    #expect(try phone.failure() == removed)
    #expect(try phone.titles() == ["not told in time"])
    #expect(profile.stream.state().last == end)
    // The phone does not have the key of later messages, and cannot extract it from the message.
    let message = try #require(profile.stream.messages.last)
    let syncState = try phone.sync.syncState
    #expect(syncState.keys.keys.sorted() == [1])
    let sealed = try SealedMessage(message.bytes)
    #expect(sealed.head.epoch == 2)
    for key in syncState.keys.values {
      #expect(sealed.content(of: syncState.profile, key: key) == nil)
    }
    try tablet.exchange()
    #expect(try tablet.titles() == ["secret"])
    let status = try tablet.sync.status()
    #expect(status.devices.map(\.isRemoved) == [false, true, false])
    // A number refers to the device with that ordinal, even if other devices use it as a name.
    let number = status.devices[1].number
    let ordinal = status.devices[1].ordinal
    #expect(status.devices.map(\.ordinal) == [1, 2, 3])
    let names = ["\(ordinal)", "phone", "\(ordinal)"]
    let called = SyncStatus(
      number: 1, name: "desk", servers: [], position: 0, waitingBatches: 0,
      devices: zip(status.devices, names).map { device, name in
        SyncStatus.Device(
          number: device.number, ordinal: device.ordinal, name: name, isThis: device.isThis,
          isRemoved: device.isRemoved, isToForget: false)
      }, problem: nil, isFollowed: false, lastExchange: nil)
    #expect(called.devices(called: "\(ordinal)").map(\.name) == ["phone"])
    #expect(called.devices(called: "phone").map(\.number) == [number])
    // The remaining devices continue, and another device can join.
    try tablet.keep("from the tablet")
    try tablet.exchange()
    try profile.add("new phone")
    let fresh = profile.devices[3]
    try fresh.exchange()
    try desk.exchange()
    #expect(try fresh.library() == desk.library())
    #expect(try fresh.titles().count == 2)
  }

  @Test func `messages that a removed device still writes are not applied`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let syncState = try phone.sync.syncState
    try desk.sync.remove(3)
    // The removed device has the old key and a modified program.
    let position = profile.stream.state().last
    let head = SealedMessage.Head(
      epoch: 1, device: 3, number: 3, position: position + 1,
      before: try desk.sync.syncState.hash)
    let key = try #require(syncState.keys[1])
    let bytes = SealedMessage.bytes(
      head, MessageContent.batches([]).bytes, of: syncState.profile, key: key)
    _ = profile.stream.append(bytes, id: "its own", after: position)
    #expect(
      try desk.failure()
        == SyncError(
          .forged,
          "The message at position \(position + 1) of the stream is encrypted with a key that is not valid "
            + "there."))
  }

  @Test func `only devices of the profile can be removed`() throws {
    let profile = try SharedProfile()
    let desk = profile.devices[0]
    #expect(throws: SyncError(.refused, "There is no device 7 to remove.")) {
      try desk.sync.remove(7)
    }
    #expect(
      throws: SyncError(.refused, "A device cannot remove itself. Remove it on another device.")
    ) {
      try desk.sync.remove(1)
    }
    try desk.sync.remove(3)
    #expect(throws: SyncError(.refused, "Device 3 was already removed.")) {
      try desk.sync.remove(3)
    }
  }

  @Test func `a removed device gets an error each time, and cannot refill the servers`() throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, tablet) = (profile.devices[0], profile.devices[2])
    try desk.sync.remove(try tablet.sync.status().number)
    profile.stream.renew()
    try desk.keep("a")
    try desk.sync.refill()
    let before = profile.stream.messages
    for _ in 0..<4 { #expect(try tablet.failure()?.reason == .removed) }
    #expect(throws: SyncError.self) { try tablet.sync.refill() }
    #expect(profile.stream.messages == before)
  }

  @Test func `a device that missed a key rotation sends nothing before it has the key`() throws {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.sync.remove(try profile.devices[2].sync.status().number)
    profile.devices.removeLast()
    profile.stream.renew()
    desk.stream.whenAppended = { _ in desk.stream.callsLeft = 0 }
    #expect(throws: SyncError.self) { try desk.sync.refill() }
    desk.stream.recover()
    try phone.keep("of phone")
    #expect(try phone.failure()?.isTemporary == true)
    #expect(profile.stream.messages.count == 1)
    try profile.settle()
    try profile.expectAgreement()
  }

  @Test func `a device is removed even if the stream is about to be replaced`() throws {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try phone.forget(.site("secret.example"))
    let number = try tablet.sync.status().number
    var isRemoved = false
    // The phone has read to the end, and is about to replace the stream.
    try phone.sync.willForget = { _ in
      guard !isRemoved else { return }
      isRemoved = true
      do { try desk.sync.remove(number) } catch { Issue.record(error) }
    }
    for device in [phone, desk] { try device.exchange() }
    #expect(isRemoved)
    #expect(try tablet.failure()?.reason == .removed)
    profile.devices.removeLast()
    try profile.settle()
    try profile.expectAgreement()
  }

  /// Returns a profile with a tablet that the phone did not know when it refilled the servers, and
  /// that has not returned.
  private func withTabletUnknownToFounder() throws -> SharedProfile {
    var profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try profile.add("tablet")
    try desk.exchange()
    profile.stream.renew()
    try phone.sync.refill()
    try desk.exchange()
    return profile
  }

  @Test func `a device that has not returned can be removed, and is not waited for`() throws {
    var profile = try withTabletUnknownToFounder()
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    let number = try tablet.sync.status().number
    #expect(try desk.sync.status().devices.map(\.number).contains(number))
    try desk.sync.remove(number)
    #expect(try desk.sync.status().devices.first { $0.number == number }?.isRemoved == true)
    try desk.forget(.site("secret.example"))
    for device in [desk, phone, desk] { try device.exchange() }
    #expect(try desk.sync.syncState.forgettings == [])
    #expect(try tablet.failure()?.reason == .removed)
    profile.devices.removeLast()
    try profile.settle()
    try profile.expectAgreement()
  }

  @Test func `a removed device gets an error even if its forget requests are complete`() throws {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try desk.keep("kept")
    try profile.settle()
    try desk.forget(.site("secret.example"))
    for device in [desk, phone, desk] { try device.exchange() }
    try desk.sync.remove(try tablet.sync.status().number)
    for device in [desk, phone, desk] { try device.exchange() }
    #expect(try desk.sync.syncState.forgettings == [])
    let state = profile.stream.state()
    #expect(try tablet.failure()?.reason == .removed)
    #expect(throws: SyncError.self) { try tablet.sync.refill() }
    #expect(profile.stream.state() == state)
    profile.devices.removeLast()
    try profile.settle()
    try profile.expectAgreement()
  }

  @Test(arguments: [false, true])
  func `a device of a stream that the founder never read stays removed`(
    isNext: Bool
  ) throws {
    var profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    profile.stream.renew()
    try desk.sync.refill()
    try profile.add("tablet")
    let tablet = profile.devices[2]
    let number = try tablet.sync.status().number
    for device in [tablet, desk] { try device.exchange() }
    profile.stream.renew()
    try phone.sync.refill()
    try desk.exchange()
    try desk.sync.remove(number)
    let removed = try desk.sync.status().devices.first { $0.number == number }
    #expect(removed?.isRemoved == true)
    try desk.keep("not for the tablet")
    if isNext { try desk.forget(.site("secret.example")) }
    for device in [desk, phone, desk] { try device.exchange() }
    let failure = try tablet.failure()
    #expect(isNext ? failure != nil : failure?.reason == .removed)
    #expect(try tablet.titles() == [])
    #expect(try tablet.sync.syncState.keys.count == 1)
  }

  @Test func `devices keep their names after everything was forgotten`() throws {
    let profile = try SharedProfile()
    let desk = profile.devices[0]
    try desk.forget(.everything)
    try profile.settle()
    for device in profile.devices {
      #expect(try device.sync.status().devices.map(\.name) == ["desk", "phone"])
    }
    #expect(throws: SyncError.self) { try desk.sync.rename("phone") }
  }

  @Test func `a device that was removed by number gets an error in the next stream too`() throws {
    let profile = try withTabletUnknownToFounder()
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    let number = try tablet.sync.status().number
    try desk.sync.remove(number)
    try phone.exchange()
    let device = try phone.sync.status().devices.first { $0.number == number }
    #expect(
      device?.name == "device \(device?.ordinal ?? 0)" && device?.ordinal ?? 0 > 0
        && device?.isRemoved == true)
    profile.stream.renew()
    try phone.sync.refill()
    #expect(try tablet.failure()?.reason == .removed)
  }

  @Test func `a device that has not returned gets the key of a rotation in the meantime`() throws {
    var profile = try withTabletUnknownToFounder()
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try desk.sync.remove(try phone.sync.status().number)
    try tablet.keep("of tablet")
    try tablet.exchange()
    profile.devices.remove(at: 1)
    try profile.settle()
    try profile.expectAgreement()
    #expect(try desk.titles() == ["of tablet"])
  }

  @Test func `a device is removed even if other devices append first`() throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    let end = profile.stream.state().last
    var isHidden = true
    try tablet.keep("in between")
    desk.stream.retold = { messages in
      guard isHidden else { return messages }
      isHidden = false
      _ = try? tablet.exchange()
      return messages.filter { $0.position <= end }
    }
    try desk.sync.remove(3)
    #expect(profile.stream.state().last == end + 2)
    #expect(try phone.failure()?.reason == .removed)
    #expect(try phone.titles() == ["in between"])
    try tablet.exchange()
    #expect(try tablet.sync.syncState.epoch == 2)
  }

  @Test func `two copies of a device are detected by the second`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try phone.crash()
    let copy = try SharedDevice(copy: phone, on: profile.stream)
    try phone.keep("from the phone")
    try copy.keep("from its copy")
    try phone.exchange()
    let end = profile.stream.state().last
    let failure = try #require(try copy.failure())
    #expect(
      failure
        == SyncError(
          .copied,
          "Another copy of this profile has written to position \(end) of the stream as device "
            + "“phone”. Only one copy may write. \(Synchronization.joinAgainAdvice)"))
    #expect(try copy.titles() == ["from its copy"])
    try copy.crash()
    #expect(try copy.failure() == failure)
    #expect(profile.stream.state().last == end)
    try profile.settle()
    #expect(try desk.titles() == ["from the phone"])
  }

  @Test func `a restored profile is detected before it sends anything`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try phone.crash()
    let old = try SharedDevice(copy: phone, on: profile.stream)
    try phone.keep("lost")
    try phone.exchange()
    // The log is older than the state, which earlier versions stored in a file.
    let now = try phone.sync.syncState
    try Data(now.bytes).write(to: URL(filePath: old.path + "/sync"))
    let end = profile.stream.state().last
    #expect(
      try old.failure()
        == SyncError(
          .copied,
          "This profile was restored from a backup or copied: device “phone” has already sent more than "
            + "this profile contains. \(Synchronization.joinAgainAdvice)"))
    #expect(profile.stream.state().last == end)
    try desk.exchange()
    #expect(try desk.titles() == ["lost"])
  }

  @Test func `a backup that was written to is another device and reports this`() throws {
    let profile = try SharedProfile()
    let phone = profile.devices[1]
    try phone.crash()
    let state = try phone.sync.syncState
    let backup = try SharedDevice(backupOf: phone, on: profile.stream)
    let sentence =
      "This profile was restored from a backup of device “phone”, which may have sent more than the "
      + "backup contains. \(Synchronization.joinAgainAdvice)"
    #expect(try backup.failure() == SyncError(.copied, sentence))
    #expect(throws: SyncError(.copied, sentence)) { try backup.begin() }
    try backup.keep("one")
    try state.save(in: backup.store)
    #expect(try backup.failure()?.reason == .copied)
  }

  @Test func `devices compare their libraries, and a difference is reported`() throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    for device in profile.devices {
      device.comparisonInterval = 3
      try device.crash()
    }
    for number in 1...4 {
      try phone.keep("bookmark \(number)")
      try phone.exchange()
    }
    try tablet.exchange()
    #expect(try desk.exchange().differing == nil)
    // At most two devices have sent a hash, because one hash is sufficient for the others.
    let messages = profile.stream.state().last
    for device in profile.devices { #expect(try device.exchange().differing == nil) }
    #expect(profile.stream.state().last == messages)
    // Simulates a change that was not sent, as after undetected damage.
    try Self.setHomePage("http://stray.example/", on: desk)
    repeat {
      try phone.keep("one more")
      try phone.exchange()
    } while try phone.sync.syncState.messagesSinceComparison > 0
    let report = try desk.exchange()
    #expect(report.differing == 3)
    let sentence = "The bookmarks and settings here differ from those of device “phone”."
    #expect(try desk.sync.status().problem == sentence)
    // The problem remains until the libraries are found to be equal.
    #expect(try desk.exchange().differing == nil)
    #expect(try desk.sync.status().problem == sentence)
    try phone.store.perform(.set(.homePage, "http://home.example/"))
    repeat {
      try phone.keep("one more")
      try phone.exchange()
    } while try phone.sync.syncState.messagesSinceComparison > 0
    try desk.exchange()
    #expect(try desk.library() == phone.library())
    #expect(try desk.sync.status().problem == nil)
    #expect(try tablet.exchange().differing == nil)
    #expect(try tablet.sync.status().problem == nil)
  }

  /// Sets the home page of a device as if another device had sent it.
  private static func setHomePage(_ url: String, on device: SharedDevice) throws {
    let other = try Store(EventLog()) { 1_700_000_000_000 }
    var sharing = DeviceSharing(of: other)
    try sharing.join(as: 77, named: "nobody")
    try other.perform(.set(.homePage, url))
    var target = DeviceSharing(of: device.store)
    try target.receive(try sharing.batches())
  }
}
