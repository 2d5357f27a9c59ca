import BrowserModel
import Store
import TestSupport
import Testing
import Timeline

@testable import Sync

/// Devices that act, exchange, lose answers and servers, and end in the midst of it, in any order.
struct ScheduleTests {
  /// Schedules of which long runs have found that they went wrong.
  private static let found = [
    597, 1_329, 2_067, 2_641, 4_206, 5_257, 6_165, 6_429, 6_532, 7_266, 7_747, 7_842, 11_029,
  ]
  private static let sought =
    LongRun.firstExchange..<LongRun.firstExchange + LongRun.exchanges

  @Test(arguments: found + sought)
  func `whatever happens, all devices have the same in the end`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let names = ["desk", "phone", "tablet"].prefix(2 + seed % 2)
    var profile = try SharedProfile([names[0]])
    // Each was used before it joined.
    for name in names.dropFirst() {
      let device = try SharedDevice(name, on: profile.stream)
      try act(on: device, random.below(10), &random)
      try join(device, of: profile, &random)
      profile.devices.append(device)
    }
    profile.stream.largestMessage = 400 + random.below(3_000)
    for device in profile.devices { device.comparisonInterval = UInt64(1 + random.below(8)) }
    for _ in 0..<40 {
      let device = random.pick(profile.devices)
      switch random.below(8) {
      case 0...2: try act(on: device, 1 + random.below(4), &random)
      case 3: try device.crash()
      case 4 where random.once(in: 8): loseStream(profile.stream, &random)
      case 5 where random.once(in: 4): try forget(on: device, &random)
      default: try exchange(device, &random)
      }
    }
    for device in profile.devices { device.stream.recover() }
    // Where nothing is lost, it is an exchange.
    for device in profile.devices { try device.sync.refill() }
    // That a stream has split where its end was lost is seen by those who read on.
    for device in profile.devices { try device.sync.refill() }
    try profile.settle()
    let library = try profile.devices[0].library()
    try profile.expectAgreement("seed \(seed)")
    // Nobody has told anything twice: a device that joins now finds as many events as there are.
    try profile.add("late")
    try profile.settle()
    let late = profile.devices[profile.devices.count - 1]
    #expect(try late.library() == library, "seed \(seed)")
  }

  /// What a person does.
  private func act(on device: SharedDevice, _ count: Int, _ random: inout SplitMix64) throws {
    var steps = RandomSteps(seed: random.next())
    for _ in 0..<count {
      if random.once(in: 3) {
        try device.keep("bookmark \(random.below(1_000))")
      } else {
        try device.store.perform(steps.next(try device.store.readState()))
      }
    }
  }

  /// Forgets something, after which the device may end before it is told.
  private func forget(on device: SharedDevice, _ random: inout SplitMix64) throws {
    let newest = device.store.timeline.position
    let scope: ForgettingScope =
      switch random.below(4) {
      case 0: .between(newest.advanced(by: -Int32(random.below(9))), newest)
      case 1: .url("http://a.example/")
      default: .site(random.pick(["a.example", "b.example", "example.org"]))
      }
    let request = ForgettingRequest(scope)
    // Before the device has joined, there is nobody to tell.
    _ = try Synchronization.note(request, of: device.store, in: device.path)
    if random.once(in: 8) { try device.crash() }
    try device.store.forget(request)
  }

  /// An exchange with servers that fail now and then, after which the device may end.
  private func exchange(_ device: SharedDevice, _ random: inout SplitMix64) throws {
    device.stream.recover()
    if random.once(in: 2) { device.stream.callsLeft = random.below(20) }
    if random.once(in: 3) {
      device.stream.answers = (0..<random.below(9)).map { _ in
        random.pick([.lostAfter, .lostBefore, .falselyAppended, .falselyRefused])
      }
    }
    if let failure = try device.failure() {
      // Behind the end that servers have lost others may have gone on.
      let isLost = [.lost, .forged].contains(failure.reason)
      #expect(failure.isTemporary || isLost, "\(failure)")
      if isLost, random.once(in: 2) { try refill(device) }
    }
    if random.once(in: 3) { try device.crash() }
    device.stream.recover()
  }

  /// Servers lose all that they have, or the end of it.
  private func loseStream(_ stream: MemoryStream, _ random: inout SplitMix64) {
    if random.once(in: 2) {
      stream.renew()
    } else {
      stream.lose(behind: UInt64(random.below(Int(stream.state().last) + 1)))
    }
  }

  /// Fills servers again that fail as before.
  private func refill(_ device: SharedDevice) throws {
    do {
      try device.sync.refill()
    } catch let failure as SyncFailure {
      #expect(failure.isTemporary, "\(failure)")
    }
  }

  /// Joins, however often it is interrupted.
  private func join(
    _ device: SharedDevice, of profile: SharedProfile, _ random: inout SplitMix64
  ) throws {
    let invitation = try profile.devices[0].sync.invite()
    while true {
      device.stream.callsLeft = random.below(8)
      do {
        try device.join(invitation)
        device.stream.recover()
        return
      } catch let failure as SyncFailure {
        try #require(failure.isTemporary, "\(failure)")
        try device.crash()
      }
    }
  }
}
