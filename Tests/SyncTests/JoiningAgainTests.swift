import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// Devices that join again, because their profile was restored from a backup or copied, or because
/// they were removed.
struct JoiningAgainTests {
  /// Returns a profile whose phone has a tab and a bookmark, and an earlier backup of that phone.
  private func profileWithBackup() throws -> (SharedProfile, SharedDevice) {
    let profile = try SharedProfile()
    let phone = profile.devices[1]
    try phone.keep("before the backup")
    try phone.store.perform(.open(OpenTab(Destination("http://before.example/"))))
    try profile.settle()
    let backup = try SharedDevice(backupOf: phone, on: profile.stream)
    try phone.keep("after the backup")
    try profile.settle()
    return (profile, backup)
  }

  @Test func `a restored device joins again under a new number and keeps its past`() throws {
    var (profile, backup) = try profileWithBackup()
    let former = try profile.devices[1].sync.status().number
    try backup.keep("only in the backup")
    try backup.join(profile.devices[0].sync.invite())
    profile.devices.append(backup)
    try profile.settle()
    let number = try backup.sync.status().number
    #expect(number != former)
    try profile.expectAgreement()
    #expect(
      try Set(backup.titles())
        == ["before the backup", "after the backup", "only in the backup"])
    // No bookmark exists twice.
    #expect(try backup.titles().count == 3)
    #expect(try profile.devices[0].tabs(of: number) == ["http://before.example/"])
    #expect(try backup.tabs(of: former) == profile.devices[1].tabs(of: former))
    // The device then continues, even in another process.
    try backup.crash()
    try backup.store.perform(.open(OpenTab(Destination("http://later.example/"))))
    try backup.keep("later")
    try profile.settle()
    try profile.expectAgreement()
    #expect(
      try profile.devices[0].tabs(of: number)
        == ["http://before.example/", "http://later.example/"])
    #expect(try profile.devices[1].tabs(of: former) == ["http://before.example/"])
  }

  @Test func `a copy whose number is used by another device joins again`() throws {
    var profile = try SharedProfile()
    let phone = profile.devices[1]
    try phone.keep("common")
    try profile.settle()
    try phone.crash()
    let copy = try SharedDevice(copy: phone, on: profile.stream)
    try phone.keep("of the phone")
    try copy.keep("of the copy")
    try phone.exchange()
    #expect(try copy.failure()?.reason == .copied)
    try copy.crash()
    try copy.join(profile.devices[0].sync.invite())
    profile.devices.append(copy)
    try profile.settle()
    try profile.expectAgreement()
    #expect(try Set(copy.titles()) == ["common", "of the phone", "of the copy"])
    #expect(try copy.titles().count == 3)
  }

  @Test func `a removed device joins again`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let former = try phone.sync.status().number
    try phone.keep("told")
    try profile.settle()
    try phone.keep("not told in time")
    try desk.sync.remove(former)
    #expect(try phone.failure()?.reason == .removed)
    try phone.crash()
    try phone.join(desk.sync.invite())
    try profile.settle()
    try profile.expectAgreement()
    #expect(try Set(desk.titles()) == ["told", "not told in time"])
    #expect(try desk.titles().count == 2)
  }

  @Test func `a device that joined again can be restored and join a third time`() throws {
    var (profile, backup) = try profileWithBackup()
    try backup.join(profile.devices[0].sync.invite())
    profile.devices.append(backup)
    try backup.keep("second life")
    try profile.settle()
    let second = try SharedDevice(backupOf: backup, on: profile.stream)
    try backup.keep("of the second")
    try profile.settle()
    try second.join(profile.devices[0].sync.invite())
    profile.devices.append(second)
    try second.keep("third life")
    try profile.settle()
    try profile.expectAgreement()
    #expect(try second.titles().count == 5)
    #expect(
      try profile.devices[0].tabs(of: second.sync.status().number) == ["http://before.example/"])
  }

  @Test func `a device that joined again can refill the servers`() throws {
    var (profile, backup) = try profileWithBackup()
    try backup.keep("only in the backup")
    try backup.join(profile.devices[0].sync.invite())
    profile.devices.append(backup)
    try profile.settle()
    profile.stream.renew()
    try backup.sync.refill()
    try profile.settle()
    try profile.expectAgreement()
    let late = try SharedDevice("late", on: profile.stream)
    try late.join(profile.devices[0].sync.invite())
    profile.devices.append(late)
    try profile.settle()
    try profile.expectAgreement()
    #expect(try late.titles().count == 3)
  }

  @Test func `a device that joined again resends its data that a lost stream contained`()
    throws
  {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try desk.keep("known to all")
    try profile.settle()
    try tablet.keep("of the tablet")
    try tablet.exchange()
    try desk.keep("of the desk")
    try desk.exchange()
    let backup = try SharedDevice(backupOf: desk, on: profile.stream)
    profile.stream.renew()
    try phone.sync.refill()
    #expect(try phone.titles() == ["known to all"])
    try backup.join(phone.sync.invite())
    profile.devices = [phone, backup]
    try profile.settle()
    try profile.expectAgreement()
    #expect(try Set(phone.titles()) == ["known to all", "of the tablet", "of the desk"])
    #expect(try phone.titles().count == 3)
  }

  @Test(arguments: [false, true])
  func `a device that joins again sends the data that the first stream has lost`(isInParts: Bool)
    throws
  {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    if isInParts { profile.stream.largestMessage = 400 }
    try desk.keep("known to all")
    try profile.settle()
    let end = profile.stream.state().last
    try tablet.keep(isInParts ? String(repeating: "of the tablet ", count: 100) : "of the tablet")
    try tablet.exchange()
    try desk.exchange()
    try desk.keep("of the desk")
    try desk.exchange()
    let backup = try SharedDevice(backupOf: desk, on: profile.stream)
    // No other device has read the last messages.
    profile.stream.lose(after: end)
    try backup.join(phone.sync.invite())
    profile.devices = [phone, backup]
    try profile.settle()
    try profile.expectAgreement()
    #expect(try phone.titles().count == 3)
    #expect(try phone.sync.syncState.base == 0)
    // Earlier versions cannot read the events of another device in this stream.
    let versions = Set(profile.stream.messages.map { $0.bytes[2] })
    #expect(versions == (isInParts ? [1] : [1, 2]))
    // A device that joins now finds all data in the stream.
    let late = try SharedDevice("late", on: profile.stream)
    try late.join(phone.sync.invite())
    profile.devices.append(late)
    try profile.settle()
    try profile.expectAgreement()
    #expect(try late.titles().count == 3)
    // The tablet returns, detects that the servers have lost its messages, and refills them.
    try tablet.sync.refill()
    profile.devices.append(tablet)
    try profile.settle()
    try profile.expectAgreement()
    #expect(try Set(tablet.titles()).count == 3)
  }

  @Test func `a device that joined again forgets requested data from its past`() throws {
    var (profile, backup) = try profileWithBackup()
    try backup.join(profile.devices[0].sync.invite())
    profile.devices.append(backup)
    try profile.settle()
    let desk = profile.devices[0]
    let request = ForgettingRequest(.site("before.example"))
    try Synchronization.note(request, of: desk.store, in: desk.path)
    try desk.store.forget(request)
    try profile.settle()
    try profile.expectAgreement()
    #expect(
      try backup.tabs(of: backup.sync.status().number).contains("http://before.example/") == false)
  }

  @Test(arguments: [false, true])
  func `a forget request that was not sent is sent under the new number`(isTab: Bool) throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try phone.keep("of the site", url: "http://gone.example/")
    try phone.store.perform(.open(OpenTab(Destination("http://gone.example/"))))
    try profile.settle()
    try desk.sync.remove(phone.sync.status().number)
    try phone.store.perform(.open(OpenTab(Destination("http://gone.example/later"))))
    let tab = try #require(phone.store.readState().browser.tabs.last)
    let request = ForgettingRequest(isTab ? .tab(tab.id) : .site("gone.example"))
    #expect(try phone.failure()?.reason == .removed)
    _ = try Synchronization.note(request, of: phone.store, in: phone.path)
    try phone.store.forget(request)
    try phone.crash()
    try phone.join(desk.sync.invite())
    try profile.settle()
    try profile.expectAgreement()
    #expect(try !phone.sync.syncState.forgettings.contains(where: \.isNew))
    #expect(try QueuedForgets.read(phone.store).isEmpty)
    let number = try phone.sync.status().number
    #expect(try !desk.tabs(of: number).contains("http://gone.example/later"))
    #expect(try desk.titles().contains("of the site") == isTab)
  }

  @Test func `a backup of another profile is rejected and left unchanged`() throws {
    let (_, backup) = try profileWithBackup()
    let other = try SharedProfile(["stranger", "strange"])
    backup.stream.truth = other.stream
    let position = backup.store.timeline.position
    let invitation = try other.devices[0].sync.invite()
    #expect(throws: Synchronization.otherProfileError) { try backup.join(invitation) }
    #expect(backup.store.timeline.position == position)
    #expect(try SyncState.stored(in: backup.store.log) == nil)
  }

  @Test func `a batch that was sent in parts is not sent again`() throws {
    var (profile, backup) = try profileWithBackup()
    let phone = profile.devices[1]
    profile.stream.largestMessage = 400
    try phone.keep(String(repeating: "large ", count: 500))
    try profile.settle()
    backup = try SharedDevice(backupOf: phone, on: profile.stream)
    try phone.keep("later")
    try profile.settle()
    try backup.join(profile.devices[0].sync.invite())
    profile.devices.append(backup)
    try profile.settle()
    try profile.expectAgreement()
    #expect(try backup.titles().count == 4)
  }

  @Test func `a device that joined again without sending can be restored and join again`()
    throws
  {
    var (profile, backup) = try profileWithBackup()
    try backup.join(profile.devices[0].sync.invite())
    let second = try SharedDevice(backupOf: backup, on: profile.stream)
    try second.join(profile.devices[0].sync.invite())
    profile.devices.append(second)
    try profile.settle()
    try profile.expectAgreement()
    #expect(try Set(second.titles()) == ["before the backup", "after the backup"])
    #expect(try second.titles().count == 2)
    #expect(
      try profile.devices[0].tabs(of: second.sync.status().number) == ["http://before.example/"])
  }

  @Test func `a device that can continue cannot join again`() throws {
    let profile = try SharedProfile()
    let invitation = try profile.devices[0].sync.invite()
    let phone = profile.devices[1]
    let busy = #expect(throws: SyncError.self) { try phone.join(invitation) }
    #expect(busy?.reason == .busy)
    try phone.crash()
    let failure = #expect(throws: SyncError.self) { try phone.join(invitation) }
    #expect(failure?.reason == .alreadyShared)
    try profile.settle()
    try profile.expectAgreement()
  }
}
