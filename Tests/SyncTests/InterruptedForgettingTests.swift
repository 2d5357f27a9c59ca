import Foundation
import RetraceStore
import TestSupport
import Testing

@testable import Sync

/// Forget requests of other devices that are interrupted, rejected or lost.
struct InterruptedForgettingTests {
  private static let secret = "secret.example"

  private func check(_ profile: SharedProfile, _ titles: Set<String>) throws {
    try profile.expectForgotten(Self.secret, leaving: titles)
  }

  @Test func `a device that rejects accompanying messages forgets nothing`() throws {
    let profile = try SharedProfile()
    let phone = profile.devices[1]
    let copy = try profile.copyThatWentOn()
    try copy.forget(.site("a.example"))
    try copy.sync.refill()
    for title in ["later", "later still"] {
      #expect(try phone.failure()?.reason == .forged)
      try phone.keep(title)
    }
    #expect(try phone.failure()?.reason == .forged)
    #expect(try phone.titles() == ["told", "later", "later still"])
  }

  /// The moment at which a device ends, or its disk is full.
  enum Moment: CaseIterable {
    /// The device is about to forget.
    case forgetting
    /// The device has forgotten, and is about to apply the batches that accompany the request.
    case applying
  }

  @Test(arguments: Moment.allCases, [false, true])
  func `later events are kept although the forget request is read again`(
    moment: Moment, isLost: Bool
  ) throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("kept", url: "https://kept.example/")
    try phone.keep("before", url: "https://\(Self.secret)/")
    try profile.settle()
    try desk.forget(.site(Self.secret))
    try desk.exchange()
    // The phone cannot record that it has read the request.
    switch moment {
    case .forgetting: try phone.sync.willForget = { _ in phone.canWriteState = false }
    case .applying:
      phone.whenWriting = {
        let hasForgotten = try? !phone.sync.syncState.forgotten.isEmpty
        if hasForgotten == true { phone.canWriteState = false }
      }
    }
    #expect(try phone.failure()?.reason == .storage)
    phone.whenWriting = {}
    phone.canWriteState = true
    try phone.crash()
    #expect(try phone.titles() == ["kept"])
    try phone.keep("later", url: "https://\(Self.secret)/later")
    if isLost {
      profile.stream.renew()
      try desk.sync.refill()
    }
    try profile.settle()
    try profile.expectAgreement()
    #expect(try desk.titles() == ["kept", "later"])
    #expect(try phone.sync.syncState.forgotten.count == 1)
  }

  @Test(arguments: 0..<24)
  func `parts of a forget request that servers lose are sent again`(calls: Int) throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("before", url: "https://\(Self.secret)/")
    try profile.settle()
    let end = profile.stream.state().last
    try desk.forget(.site(Self.secret))
    desk.stream.callsLeft = calls
    _ = try desk.failure()
    desk.stream.recover()
    try desk.crash()
    if profile.stream.created == 1 { profile.stream.lose(after: end) }
    try phone.keep("meanwhile", url: "https://meanwhile.example/")
    _ = try phone.failure()
    for device in [desk, phone, desk] { try device.sync.refill() }
    try check(profile, ["meanwhile"])
  }

  @Test(arguments: [false, true])
  func `a device that rejoins and ends while it forgets continues afterwards`(isLost: Bool) throws {
    var profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    // The desk does not receive the message that the tablet has joined.
    let tablet = try SharedDevice("tablet", on: profile.stream)
    try tablet.join(phone.sync.invite())
    try tablet.keep("kept", url: "https://kept.example/")
    try tablet.keep("unheard of", url: "https://\(Self.secret)/")
    profile.devices.append(tablet)
    profile.stream.renew()
    try desk.sync.refill()
    try desk.forget(.site(Self.secret))
    try desk.exchange()
    let folder = try TemporaryFolder()
    let copy = folder.path + "/copy"
    try tablet.sync.willForget = { _ in
      do {
        try FileManager.default.copyItem(atPath: tablet.path, toPath: copy)
        tablet.stream.callsLeft = 0
      } catch { Issue.record(error) }
    }
    #expect(try tablet.failure()?.isTemporary == true)
    tablet.stream.recover()
    try tablet.crash(leaving: copy)
    if isLost {
      profile.stream.renew()
      try tablet.sync.refill()
    } else {
      // No device knows that the tablet has not completed the request.
      for device in [phone, desk] { try device.exchange() }
    }
    try check(profile, ["kept"])
  }

  /// A device has forgotten data and adds new data of the same kind, before all devices know that
  /// it has forgotten.
  @Test(arguments: 0..<20)
  func `data added after forgetting stays if a device ends before the confirmation`(
    calls: Int
  ) throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try desk.keep("before", url: "https://\(Self.secret)/")
    try profile.settle()
    try desk.forget(.site(Self.secret))
    for device in [desk, phone] { try device.exchange() }
    profile.stream.renew()
    try tablet.sync.refill()
    try phone.keep("later", url: "https://\(Self.secret)/later")
    phone.stream.callsLeft = calls
    _ = try phone.failure()
    phone.stream.recover()
    try phone.crash()
    // The phone may have created a stream that it has not founded yet.
    if try desk.failure() != nil { try phone.exchange() }
    try profile.settle()
    try profile.expectAgreement()
    #expect(try desk.titles() == ["later"])
  }

  @Test func `data added after forgetting stays if another device sends the request again`()
    throws
  {
    let profile = try SharedProfile(["desk", "phone", "tablet", "attic"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let (tablet, attic) = (profile.devices[2], profile.devices[3])
    try desk.keep("before", url: "https://\(Self.secret)/")
    try profile.settle()
    try desk.forget(.site(Self.secret))
    for device in [desk, tablet, phone] { try device.exchange() }
    try phone.keep("later", url: "https://\(Self.secret)/later")
    for device in [phone, desk] { try device.exchange() }
    profile.stream.renew()
    try attic.sync.refill()
    // The tablet announces the end of the stream, and then ends without creating another stream.
    tablet.stream.whenCalled = {
      if (try? tablet.sync.syncState.ending) != nil { tablet.stream.callsLeft = 0 }
    }
    _ = try tablet.failure()
    tablet.stream.recover()
    desk.patience = .seconds(60)
    _ = try desk.failure()
    for device in [tablet, desk] { try device.exchange() }
    try profile.settle()
    try profile.expectAgreement()
    #expect(try desk.titles() == ["later"])
  }
}
