import BrowserModel
import Foundation
import Glibc
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// Devices that share a profile through a stream without faults.
struct SynchronizationTests {
  @Test(arguments: [false, true])
  func `bookmarks appear on all devices, and open tabs are visible`(isInMemory: Bool) throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"], isInMemory: isInMemory)
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try desk.keep("from the desk")
    try phone.keep("from the phone")
    try tablet.store.perform(.open(OpenTab(Destination("http://tablet.example/"))))
    try profile.settle()
    // The desk exchanged first, and the phone's bookmark is placed after the bookmark that the
    // phone had received.
    for device in profile.devices {
      #expect(try device.library() == desk.library())
      #expect(Set(try device.titles()) == ["from the desk", "from the phone"])
      #expect(try device.tabs(of: 5) == ["http://tablet.example/"])
    }
    let status = try phone.sync.status()
    #expect(status.devices.map(\.number) == [1, 3, 5])
    #expect(status.devices.map(\.name) == ["desk", "phone", "tablet"])
    #expect(status.devices.map(\.isThis) == [false, true, false])
    #expect(status.number == 3)
    #expect(status.waitingBatches == 0)
    #expect(status.problem == nil)
  }

  @Test func `an exchange reports its work, and a second one does nothing`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("one")
    try desk.keep("two")
    #expect(try desk.sync.status().waitingBatches == 2)
    var seen: [SyncProgress] = []
    let report = try desk.sync.exchange { seen.append($0) }
    #expect(report.sentBatches == 2)
    #expect(report.receivedBatches == 0)
    #expect(seen.last?.sentBatches == 2)
    let end = profile.stream.state().last
    #expect(try phone.sync.wait(milliseconds: 0))
    #expect(try phone.exchange().receivedBatches == 2)
    #expect(try !phone.sync.wait(milliseconds: 0))
    #expect(try phone.exchange() == SyncReport(end: end))
    #expect(profile.stream.state().last == end)
  }

  @Test func `a device that joins receives all events of a profile used for long`() throws {
    let stream = MemoryStream()
    let desk = try SharedDevice("desk", on: stream)
    for number in 1...300 { try desk.keep("bookmark \(number)") }
    try desk.begin()
    try desk.exchange()
    let phone = try SharedDevice("phone", on: stream)
    try phone.keep("from before")
    try phone.join(try desk.sync.invite())
    try phone.exchange()
    try desk.exchange()
    // The phone had received no other bookmark when it moved its own to the front.
    #expect(try desk.titles() == ["from before"] + (1...300).map { "bookmark \($0)" })
    #expect(try phone.library() == desk.library())
    // One message contains many batches.
    #expect(stream.messages.count < 10)
  }

  @Test func `a batch that is too large for a message arrives in parts, between others`()
    throws
  {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    profile.stream.largestMessage = 600
    try desk.keep(String(repeating: "long ", count: 1_000))
    // The servers become unreachable between the parts, and the phone writes in between.
    desk.stream.callsLeft = 12
    #expect(try desk.failure()?.isTemporary == true)
    desk.stream.callsLeft = nil
    try phone.keep("short")
    try phone.exchange()
    #expect(try phone.titles() == ["short"])
    try desk.crash()
    try profile.settle()
    #expect(try Set(phone.titles()) == ["short", String(repeating: "long ", count: 1_000)])
    #expect(try phone.library() == desk.library())
    for device in profile.devices { try device.crash() }
    try profile.settle()
    #expect(try phone.library() == desk.library())
  }

  @Test func `a device that ends in the middle of a large batch reads its parts again`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    profile.stream.largestMessage = 600
    try desk.keep(String(repeating: "long ", count: 1_000))
    // Some parts have been sent after this number of calls.
    desk.stream.callsLeft = 12
    #expect(try desk.failure()?.isTemporary == true)
    try phone.exchange()
    try phone.crash()
    desk.stream.callsLeft = nil
    try desk.exchange()
    try phone.exchange()
    #expect(try phone.library() == desk.library())
    #expect(try phone.titles().count == 1)
  }

  @Test func `batches that were applied before a crash and are read again do no harm`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let before = try phone.sync.syncState
    try desk.keep("one")
    try desk.exchange()
    try phone.exchange()
    let position = phone.store.timeline.position
    try phone.crash()
    try before.save(in: phone.store)
    try phone.exchange()
    #expect(phone.store.timeline.position == position)
    #expect(try phone.titles() == ["one"])
  }

  @Test func `a device is renamed, and the others receive the name`() throws {
    let profile = try SharedProfile()
    try profile.devices[0].sync.rename("the old desk")
    try profile.settle()
    for device in profile.devices {
      #expect(try device.sync.status().devices.map(\.name) == ["the old desk", "phone"])
    }
  }

  @Test func `only one program exchanges for a profile at a time`() throws {
    let profile = try SharedProfile()
    let desk = profile.devices[0]
    let second = #expect(throws: SyncError.self) {
      try Synchronization(desk.store, in: desk.path) { _ in desk.stream }
    }
    #expect(second?.isTemporary == true)
  }

  @Test func `a profile is shared only once, and an unshared profile is reported`() throws {
    let stream = MemoryStream()
    let desk = try SharedDevice("desk", on: stream)
    #expect(throws: SyncError(.notShared, "This profile is not shared with other devices.")) {
      try desk.sync
    }
    #expect(try SyncState.read(of: desk.store, in: desk.path) == nil)
    try desk.begin()
    let invitation = try desk.sync.invite()
    try desk.crash()
    let again = #expect(throws: SyncError.self) { try desk.begin() }
    #expect(again?.reason == .alreadyShared)
    let joined = #expect(throws: SyncError.self) { try desk.join(invitation) }
    #expect(joined?.reason == .alreadyShared)
    #expect(try SyncState.read(of: desk.store, in: desk.path)?.number == 1)
    #expect(
      try SyncState.read(of: desk.store, in: desk.path)?.streamName == invitation.address.name)
  }

  @Test func `the state is stored in the log, and each changed byte is detected`() throws {
    let profile = try SharedProfile()
    let desk = profile.devices[0]
    try desk.keep("one")
    try desk.exchange()
    let stored = try SyncState.stored(in: desk.store.log)
    #expect(try stored == desk.sync.syncState)
    #expect(try desk.sync.syncState == SyncState(bytes: desk.sync.syncState.bytes))
    let bytes = try desk.sync.syncState.bytes
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(throws: SyncError.garbled) { try SyncState(bytes: damaged) }
    }
  }

  @Test func `a damaged state is reported`() throws {
    let profile = try SharedProfile()
    let desk = profile.devices[0]
    try desk.crash()
    try desk.store.log.write { (writer) in
      try writer.setMetadata("local.sync", Array("damaged".utf8))
    }
    #expect(try desk.failure()?.reason == .storage)
  }

  @Test func `servers see neither content nor names`() throws {
    let profile = try SharedProfile(["sentinel-desk", "sentinel-phone"])
    let sentinel = "http://sentinel.example/"
    try profile.devices[0].keep("sentinel title", url: sentinel)
    try profile.devices[1].store.perform(.open(OpenTab(Destination(sentinel))))
    try profile.settle()
    #expect(try profile.devices[0].tabs(of: 3) == [sentinel])
    for message in profile.stream.messages {
      #expect(!Data(message.bytes).contains("sentinel"))
    }
    // The search would find the sentinel in unencrypted data.
    let plain = try #require(try DeviceSharing.plain(profile.devices[0].store))
    #expect(Data(plain).contains("sentinel"))
  }

  @Test func `a problem of a follower is reported on request, and does not affect exchanges`()
    throws
  {
    let profile = try SharedProfile(["desk"])
    let desk = profile.devices[0]
    let follower = try FollowerStatus(in: desk.path)
    follower.note("No server can be reached.")
    try desk.exchange()
    #expect(try desk.sync.status().problem == nil)
    let status = try #require(try Synchronization.status(of: desk.store, in: desk.path))
    #expect(status.problem == "No server can be reached.")
    #expect(status.isFollowed)
    let failure = #expect(throws: SyncError.self) { try FollowerStatus(in: desk.path) }
    #expect(failure?.reason == .refused)
  }

  @Test func `a check for a follower is not mistaken for a follower`() throws {
    let profile = try SharedProfile(["desk"])
    let desk = profile.devices[0]
    let looking = try ProfileFiles.open(toLock: "sync.follow", in: desk.path)
    #expect(flock(looking, LOCK_SH | LOCK_NB) == 0)
    #expect(try desk.sync.status().isFollowed == false)
    close(looking)
    _ = try FollowerStatus(in: desk.path)
  }

  @Test func `the last successful exchange is recorded, and joining does not count`() throws {
    let profile = try SharedProfile(["desk"])
    let phone = try SharedDevice("phone", on: profile.stream)
    try phone.join(profile.devices[0].sync.invite())
    #expect(try phone.sync.status().lastExchange == nil)
    phone.stream.callsLeft = 0
    #expect(try phone.failure() != nil)
    #expect(try phone.sync.status().lastExchange == nil)
    phone.stream.recover()
    let before = Int64(Date.now.timeIntervalSince1970 * 1_000) - 1_000
    try phone.exchange()
    #expect(try #require(try phone.sync.status().lastExchange) > before)
  }

  @Test func `another program that exchanges makes the profile busy, and is waited for`() throws {
    let profile = try SharedProfile(["desk"])
    let desk = profile.devices[0]
    try desk.exchange()
    let failure = #expect(throws: SyncError.self) {
      try Synchronization(desk.store, in: desk.path) { _ in desk.stream }
    }
    #expect(failure?.reason == .busy)
    #expect(failure?.isTemporary == true)
  }

  @Test func `the name of a removed device is not assigned again`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let desk = profile.devices[0]
    let phone = try profile.devices[1].sync.status().number
    try desk.sync.remove(phone)
    let failure = #expect(throws: SyncError.self) { try desk.sync.rename("phone") }
    #expect(
      failure?.description == "A device that was removed is already called “phone”.")
    #expect(throws: SyncError.self) { try DeviceName.check("a\u{2028}b") }
    #expect(throws: SyncError.self) {
      try DeviceName.check("e" + String(repeating: "\u{301}", count: 200))
    }
    #expect(DeviceName.isOne("Bücherregal 2"))
    // The removed device does not know this yet. Afterwards, it cannot choose a name.
    #expect(try profile.devices[1].failure()?.reason == .removed)
    #expect(throws: SyncError.self) { try profile.devices[1].sync.rename("other") }
    #expect(try profile.devices[1].sync.status().name == "phone")
  }

  @Test func `an interrupted exchange ends between two messages, and the next continues`()
    throws
  {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    profile.stream.largestMessage = 400
    for number in 0..<20 {
      try desk.keep("of the desk \(number)", url: "https://\(number).example/")
    }
    let end = profile.stream.state().last
    var left = 3
    try desk.sync.isInterrupted = {
      left -= 1
      return left < 0
    }
    #expect(try desk.failure()?.reason == .interrupted)
    let told = profile.stream.state().last
    #expect(end < told && told < end + 20)
    try desk.sync.isInterrupted = { false }
    try desk.exchange()
    try phone.keep("of the phone")
    try phone.sync.isInterrupted = { true }
    #expect(try phone.failure()?.reason == .interrupted)
    // The messages that were read before remain applied.
    #expect(try phone.titles().count == 21)
    try phone.sync.isInterrupted = { false }
    try profile.settle()
    try profile.expectAgreement()
    #expect(try phone.sync.status().problem == nil)
  }

  @Test func `a full disk is an error of the log, and the exchange can be tried again`() throws {
    let profile = try SharedProfile(["desk"])
    let desk = profile.devices[0]
    try desk.keep("of the desk")
    let sync = try desk.sync
    sync.willWrite = { throw LogError(.noSpace, operation: "write", path: nil) }
    let failure = try #require(#expect(throws: LogError.self) { try sync.exchange() })
    #expect(SyncError.isTemporary(failure))
    sync.willWrite = {}
    #expect(try sync.status().problem == nil)
    try sync.exchange()
    #expect(try sync.status().waitingBatches == 0)
  }

  @Test func `a stream is founded before the exchange that created it is interrupted`() throws {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let tablet = profile.devices.removeLast()
    try desk.sync.remove(tablet.sync.status().number)
    try profile.settle()
    let sync = try desk.sync
    try desk.forget(.site("a.example"))
    sync.isInterrupted = { sync.syncState.isFounder }
    #expect(try desk.failure()?.reason == .interrupted)
    #expect(try phone.failure() == nil)
  }

  @Test func `a stream that was created for a replacement is used for it`() throws {
    let profile = try SharedProfile()
    let desk = profile.devices[0]
    try desk.forget(.site("a.example"))
    // The desk ends after it has announced the replacement.
    desk.stream.whenCalled = {
      if (try? desk.sync.syncState.ending) != nil { desk.stream.callsLeft = 0 }
    }
    #expect(try desk.failure()?.isTemporary == true)
    desk.stream.recover()
    profile.stream.renew()
    let created = profile.stream.created
    try profile.settle()
    try profile.expectAgreement()
    #expect(profile.stream.created == created)
  }
}

extension Data {
  func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}

extension DeviceSharing {
  /// Returns the events that a device sends, before they are encrypted.
  static func plain(_ store: Store) throws -> [UInt8]? {
    var sharing = DeviceSharing(of: store)
    return MessageContent.batches(try sharing.batches(after: EventID(0))).bytes
  }
}

extension SyncReport {
  init(end: UInt64) {
    self.init()
    self.end = end
  }
}
