import Testing

@testable import Sync

/// Servers that say of a stream that it was made at another time, or have one of before again.
struct PutBackStreamTests {
  private let profile: SharedProfile
  private var desk: SharedDevice { profile.devices[0] }

  /// Devices whose stream was founded twice.
  init() throws {
    profile = try SharedProfile(["desk", "phone"])
    for _ in 0..<2 {
      profile.stream.renew()
      try profile.devices[0].sync.refill()
      try profile.devices[1].keep("a bookmark")
      try profile.settle()
    }
  }

  @Test func `the same stream is known again, whenever it was made`() throws {
    profile.stream.created += 1
    for device in profile.devices { try device.exchange() }
    profile.stream.created -= 1
    try desk.keep("another")
    try profile.settle()
    try profile.expectAgreement()
  }

  @Test func `one that has joined and read nothing knows it again as well`() throws {
    var profile = profile
    try profile.add("tablet")
    profile.stream.created += 1
    try profile.settle()
    try profile.expectAgreement()
  }

  @Test func `a stream that was left before is not gone on with`() throws {
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
}
