import Testing

@testable import Sync

/// Servers that report another creation time of a stream, or restore an earlier stream.
struct PutBackStreamTests {
  private let profile: SharedProfile
  private var desk: SharedDevice { profile.devices[0] }

  /// Creates devices whose stream was founded twice.
  init() throws {
    profile = try SharedProfile(["desk", "phone"])
    for _ in 0..<2 {
      profile.stream.renew()
      try profile.devices[0].sync.refill()
      try profile.devices[1].keep("a bookmark")
      try profile.settle()
    }
  }

  @Test func `the same stream is recognised despite another creation time`() throws {
    profile.stream.created += 1
    for device in profile.devices { try device.exchange() }
    profile.stream.created -= 1
    try desk.keep("another")
    try profile.settle()
    try profile.expectAgreement()
  }

  @Test func `a device that has joined and read nothing recognises the stream too`() throws {
    var profile = profile
    try profile.add("tablet")
    profile.stream.created += 1
    try profile.settle()
    try profile.expectAgreement()
  }

  @Test func `a stream that was abandoned is not used again`() throws {
    let former = MemoryStream(profile.stream)
    profile.stream.renew()
    try desk.sync.refill()
    try profile.settle()
    let present = MemoryStream(profile.stream)
    profile.stream.putBack(former)
    for device in profile.devices { #expect(try device.failure()?.reason == .lost) }
    profile.stream.putBack(present)
    try desk.keep("another")
    try profile.settle()
    try profile.expectAgreement()
    profile.stream.putBack(former)
    #expect(try desk.failure()?.reason == .lost)
    try desk.sync.refill()
    try profile.settle()
    try profile.expectAgreement()
    #expect(try desk.titles().count == 3)
  }

  // MARK: Two devices with one number

  /// Returns a profile in which the servers have lost the join of the tablet, which the television
  /// knows. The laptop has joined with the same number, which the phone knows.
  private func profileOfOneNumber() throws -> (
    SharedProfile, tablet: SharedDevice, laptop: SharedDevice
  ) {
    let profile = try SharedProfile(["desk", "phone", "television"])
    let (phone, television) = (profile.devices[1], profile.devices[2])
    let end = profile.stream.state().last
    let tablet = try SharedDevice("tablet", on: profile.stream)
    try tablet.join(television.sync.invite())
    try tablet.keep("of tablet")
    try tablet.exchange()
    try television.exchange()
    profile.stream.lose(after: end)
    let laptop = try SharedDevice("laptop", on: profile.stream)
    laptop.clock += 60_000
    try laptop.join(phone.sync.invite())
    try laptop.keep("of laptop")
    try laptop.exchange()
    try phone.exchange()
    #expect(try laptop.sync.status().number == tablet.sync.status().number)
    return (profile, tablet, laptop)
  }

  @Test(arguments: [false, true])
  func `a device that knows one of two reports if the stream contains the other`(isOfTablet: Bool)
    throws
  {
    let (profile, tablet, laptop) = try profileOfOneNumber()
    let (desk, phone, television) = (profile.devices[0], profile.devices[1], profile.devices[2])
    let (stays, knows) = isOfTablet ? (tablet, television) : (laptop, phone)
    let (goes, knowsOther) = isOfTablet ? (laptop, phone) : (tablet, television)
    if !isOfTablet { profile.stream.renew() }
    try knows.sync.refill()
    try stays.exchange()
    let end = profile.stream.state().last
    #expect(
      try knowsOther.failure()
        == SyncError(
          .forged,
          "Device “\(stays.name)” has the same number as device “\(goes.name)”, which this device "
            + "knows. The servers have lost the message with which one of the two joined. Join "
            + "again on this device with a new profile, or run “sync refill” here. After a refill, "
            + "the devices that know device “\(stays.name)” must join again."))
    #expect(try goes.failure()?.reason == .copied)
    #expect(profile.stream.state().last == end)
    var rest = profile
    rest.devices = [knows, stays, desk]
    try rest.settle()
    try rest.expectAgreement()
    #expect(try desk.titles() == ["of \(stays.name)"])
  }

  @Test func `the user can choose either of two devices with one number`() throws {
    let (profile, tablet, laptop) = try profileOfOneNumber()
    let (desk, phone, television) = (profile.devices[0], profile.devices[1], profile.devices[2])
    profile.stream.renew()
    try phone.sync.refill()
    try laptop.exchange()
    #expect(try television.failure()?.reason == .forged)
    #expect(try television.sync.refill().isRefill)
    #expect(try laptop.failure()?.reason == .copied)
    #expect(try phone.failure()?.reason == .forged)
    var rest = profile
    rest.devices = [television, tablet, desk]
    try rest.settle()
    try rest.expectAgreement()
    #expect(try desk.titles() == ["of tablet"])
  }

  @Test func `a device that knows one of two reports this even if the other was removed`() throws {
    let (profile, _, laptop) = try profileOfOneNumber()
    let (phone, television) = (profile.devices[1], profile.devices[2])
    try phone.sync.remove(laptop.sync.status().number)
    profile.stream.renew()
    try phone.sync.refill()
    let failure = try #require(try television.failure())
    #expect(
      failure.description.contains("“laptop” has the same number as device “tablet”"))
  }

  @Test func `a device that knows no events of one of two continues with the other`() throws {
    var profile = try SharedProfile(["desk", "phone", "television"])
    let (phone, television) = (profile.devices[1], profile.devices[2])
    let end = profile.stream.state().last
    let tablet = try SharedDevice("tablet", on: profile.stream)
    try tablet.join(television.sync.invite())
    try television.exchange()
    profile.stream.lose(after: end)
    let laptop = try SharedDevice("laptop", on: profile.stream)
    try laptop.join(phone.sync.invite())
    #expect(try laptop.sync.status().number == tablet.sync.status().number)
    try laptop.keep("of laptop")
    try laptop.exchange()
    try phone.exchange()
    profile.stream.renew()
    try phone.sync.refill()
    try television.exchange()
    // The events of the laptop are in this stream.
    try television.keep("of television")
    profile.devices.append(laptop)
    try profile.settle()
    try profile.expectAgreement()
    #expect(try television.titles() == ["of laptop", "of television"])
    #expect(try tablet.failure()?.reason == .copied)
  }

  @Test func `a device whose number another device uses reports the possible reasons`() throws {
    let (profile, tablet, laptop) = try profileOfOneNumber()
    let (desk, television) = (profile.devices[0], profile.devices[2])
    // The desk knows neither device.
    profile.stream.renew()
    try desk.sync.refill()
    try television.exchange()
    #expect(
      try laptop.failure()
        == SyncError(
          .copied,
          "The other devices have events of device “laptop” that this profile does not have. Either "
            + "this profile was restored from a backup or copied, or the servers lost the message with "
            + "which another device joined, and this device got the number of that device. "
            + Synchronization.joinAgainAdvice))
    try tablet.exchange()
    #expect(try desk.failure() == nil)
    #expect(try desk.titles() == ["of tablet"])
  }
}
