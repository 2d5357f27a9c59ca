import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// Servers lose the stream of a profile, and its devices refill them.
struct RefillTests {
  /// Expects that all devices have the same data, with these titles.
  private func check(_ profile: SharedProfile, _ titles: Set<String>) throws {
    try profile.settle()
    #expect(try Set(profile.devices[0].titles()) == titles)
    try profile.expectAgreement()
  }

  @Test func `one device can refill servers that have lost everything`() throws {
    var profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("a")
    try phone.keep("b")
    try phone.store.perform(.open(OpenTab(Destination("https://phone.example/"))))
    try profile.settle()
    let numbers = try profile.devices.map { try $0.sync.status().number }
    try phone.keep("written while nobody could be reached")

    profile.stream.renew()
    #expect(try desk.failure()?.reason == .lost)
    #expect(try desk.sync.status().problem?.contains("“sync refill”") == true)
    #expect(try desk.sync.refill().isRefill)
    #expect(try profile.devices.map { try $0.sync.status().number } == numbers)

    // A device that joins now receives everything, and gets a number that was never used.
    try profile.add("tablet")
    try check(profile, ["a", "b", "written while nobody could be reached"])
    #expect(try profile.devices[2].sync.status().number > 10_000)
    // Refilling servers that have everything is only an exchange.
    #expect(try phone.sync.refill().isRefill == false)
  }

  @Test func `the data of all devices is added, no matter which one refills first`() throws {
    for founder in 0..<3 {
      let profile = try SharedProfile(["desk", "phone", "tablet"])
      for (index, device) in profile.devices.enumerated() {
        try device.keep("of \(device.name)")
        // Each device has more data than the device before it.
        for other in profile.devices[index...] { try other.exchange() }
      }
      profile.stream.renew()
      try profile.devices[founder].keep("new")
      try profile.devices[founder].sync.refill()
      try check(profile, ["of desk", "of phone", "of tablet", "new"])
    }
  }

  @Test func `the data of a lost device survives on a device that received it`() throws {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    try profile.devices[2].keep("of tablet")
    try profile.devices[2].exchange()
    // The phone has not received this data.
    try profile.devices[0].exchange()
    profile.devices.removeLast()
    profile.stream.renew()
    try profile.devices[1].sync.refill()
    try check(profile, ["of tablet"])
    #expect(
      try profile.devices[1].sync.status().devices.map(\.name) == ["desk", "phone", "tablet"])
  }

  @Test func `if two devices have changed the same item, all agree afterwards`() throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let bookmark = try desk.keep("first")
    try profile.settle()
    let same = try #require(try phone.store.readState().library.bookmarks.all.first?.id)
    for (device, id, title) in [(phone, same, "phone"), (desk, bookmark, "desk")] {
      try device.store.perform(.editBookmark(id, BookmarkEdit(title: title)))
    }
    try phone.exchange()
    try desk.exchange()
    try phone.exchange()
    #expect(try phone.titles() == ["desk"])
    // The tablet has received neither change, and has changed the item too.
    let tablet = profile.devices[2]
    let third = try #require(try tablet.store.readState().library.bookmarks.all.first?.id)
    try tablet.store.perform(.editBookmark(third, BookmarkEdit(title: "tablet")))
    profile.stream.renew()
    try tablet.sync.refill()
    for _ in 0..<2 { for device in profile.devices { try device.exchange() } }
    let titles = try desk.titles()
    #expect(titles.count == 1)
    try check(profile, Set(titles))
  }

  @Test func `a stream that has lost its end is completed`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    for title in ["a", "b", "c"] {
      try profile.devices[0].keep(title)
      try profile.settle()
    }
    profile.stream.lose(after: 3)
    #expect(try profile.devices[1].failure()?.reason == .lost)
    #expect(try profile.devices[1].sync.refill().isRefill)
    try check(profile, ["a", "b", "c"])
  }

  @Test func `a lost end is detected even if as many new messages follow`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let end = profile.stream.state().last
    try desk.keep("a")
    try desk.exchange()
    profile.stream.lose(after: end)
    try phone.keep("b")
    try phone.exchange()
    #expect(profile.stream.state().last == end + 1)
    #expect(try desk.failure()?.reason == .lost)
    #expect(try desk.sync.refill().isRefill)
    try check(profile, ["a", "b"])
  }

  @Test func `a lost part of a large batch is sent again`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    profile.stream.largestMessage = 600
    let start = profile.stream.state().last
    let title = String(repeating: "a long title ", count: 200)
    try desk.keep(title)
    try desk.exchange()
    // The phone reads the first two parts.
    let beginning = MemoryStream(profile.stream)
    beginning.lose(after: start + 2)
    phone.stream.truth = beginning
    #expect(try phone.sync.syncState.position < start + 2)
    _ = try phone.failure()
    #expect(try phone.sync.syncState.position == start + 2)
    phone.stream.truth = profile.stream
    profile.stream.erase(start + 1)
    let failure = try phone.failure()
    #expect(failure?.reason == .lost)
    #expect(failure?.isTemporary == true)
    #expect(try phone.sync.refill().isRefill)
    try check(profile, [title])
  }

  @Test func `messages of a newer version are not removed`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("a")
    try desk.exchange()
    let last = try #require(profile.stream.messages.last)
    profile.stream.change(last.position, to: Array("Rt".utf8) + [3, 1])
    let before = profile.stream.messages
    let failure = #expect(throws: SyncError.self) { try phone.sync.refill() }
    #expect(failure?.reason == .newer)
    #expect(profile.stream.messages == before)
  }

  @Test func `servers that are only behind are given time`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    try profile.devices[0].keep("a")
    try profile.settle()
    let (desk, stream) = (profile.devices[0], profile.stream)
    desk.patience = .seconds(3_600)
    try desk.crash()
    let whole = MemoryStream(stream)
    stream.lose(after: 3)
    #expect(try desk.failure()?.reason == .behind)
    // The server with all messages returns.
    try desk.sync.pause = { _ in desk.stream.truth = whole }
    #expect(try desk.sync.refill().isRefill == false)
  }

  @Test(arguments: 0..<40)
  func `a device that ends while it refills continues afterwards`(calls: Int) throws {
    let profile = try SharedProfile(["desk", "phone"])
    let desk = profile.devices[0]
    profile.stream.largestMessage = 2_000
    for index in 0..<20 { try profile.devices[index % 2].keep("\(index)") }
    try profile.settle()
    try profile.devices[1].keep("later")
    profile.stream.renew()
    desk.stream.callsLeft = calls
    _ = try? desk.sync.refill()
    try desk.crash()
    desk.stream.recover()
    let failure = try desk.failure()
    if failure?.reason == .lost { try desk.sync.refill() }
    try check(profile, Set((0..<20).map { "\($0)" } + ["later"]))
  }

  @Test func `two devices that refill at once agree on one stream`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    for device in profile.devices {
      try device.keep("of \(device.name)")
      try device.exchange()
    }
    profile.stream.renew()
    // One device begins, and the other re-creates the stream.
    profile.devices[0].stream.callsLeft = 8
    _ = try? profile.devices[0].sync.refill()
    profile.stream.renew()
    profile.devices[0].stream.recover()
    try profile.devices[1].sync.refill()
    try check(profile, ["of desk", "of phone"])
  }

  // MARK: Access

  @Test func `a device that was away during a key rotation gets the new key`() throws {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    let tablet = try profile.devices[2].sync.status().number
    try profile.devices[0].sync.remove(tablet)
    try profile.devices[0].keep("a")
    profile.stream.renew()
    try profile.devices[0].sync.refill()
    #expect(try profile.devices[2].failure()?.reason == .removed)
    profile.devices.removeLast()
    try check(profile, ["a"])
  }

  @Test func `a removed device that does not know this cannot refill for the others`() throws {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    let tablet = profile.devices[2]
    try profile.devices[0].sync.remove(try tablet.sync.status().number)
    try profile.devices[1].exchange()
    profile.stream.renew()
    try tablet.keep("of nobody's business")
    try tablet.sync.refill()
    for device in profile.devices.dropLast() {
      let failure = try device.failure()
      #expect(failure?.reason == .lost && failure?.description.contains("removed") == true)
      #expect(try device.titles() == [])
    }
    try profile.devices[1].sync.refill()
    #expect(try tablet.failure()?.reason == .removed)
    profile.devices.removeLast()
    try check(profile, [])
  }

  @Test func `a device that joined while the founder was away returns`() throws {
    var profile = try SharedProfile(["desk", "phone"])
    let phone = profile.devices[1]
    try profile.add("tablet")
    try profile.devices[2].keep("of tablet")
    try profile.devices[2].exchange()
    profile.stream.renew()
    try phone.sync.refill()
    try check(profile, ["of tablet"])
    #expect(try phone.sync.status().devices.map(\.name) == ["desk", "phone", "tablet"])
  }

  @Test func `a device whose join the founder never read reports this, and refills`() throws {
    var profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    profile.stream.renew()
    try desk.keep("a")
    try desk.sync.refill()
    try profile.add("tablet")
    let tablet = profile.devices[2]
    try tablet.keep("b")
    for device in [tablet, desk] { try device.exchange() }
    profile.stream.renew()
    try phone.sync.refill()
    let before = profile.stream.messages
    let failure = try tablet.failure()
    #expect(failure?.reason == .lost)
    #expect(
      failure?.description.hasPrefix(
        "The servers have lost the message with which this device joined.") == true)
    // Nothing was sent that no device can read.
    #expect(profile.stream.messages == before)
    #expect(try tablet.sync.refill().isRefill)
    try check(profile, ["a", "b"])
  }

  @Test func `an older copy detects that the others have more of its events`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.crash()
    let copy = try SharedDevice(copy: desk, on: profile.stream)
    try desk.keep("later")
    try profile.settle()
    profile.stream.renew()
    try phone.sync.refill()
    let failure = try copy.failure()
    #expect(failure?.reason == .copied, "\(String(describing: failure))")
    #expect(try copy.titles() == [])
  }

  @Test func `a copy that continued after servers lost the original's events is reported`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let phone = profile.devices[1]
    let copy = try profile.copyThatWentOn()
    try copy.sync.refill()
    let failure = try #require(try phone.failure())
    #expect(failure.reason == .forged)
    #expect(
      failure.description
        == "The stream contradicts the events of device “desk” on this device. After the servers had "
        + "lost messages, that device continued from a backup or a copy, or another device got its number. Run "
        + "“sync refill” to refill the servers from this device. Devices whose events differ must then join "
        + "again with a new profile.")
    try phone.sync.refill()
    #expect(try copy.failure()?.reason == .copied)
    #expect(try phone.titles() == ["told"])
  }

  @Test func `batches and the state that describes them are stored together or not at all`() throws
  {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try phone.keep("of phone")
    try phone.exchange()
    let (position, state) = (desk.store.timeline.position, try desk.sync.syncState)
    desk.canWriteState = false
    #expect(try desk.failure()?.reason == .storage)
    desk.canWriteState = true
    try desk.crash()
    #expect(desk.store.timeline.position == position)
    #expect(try desk.sync.syncState == state)
    try check(profile, ["of phone"])
  }

  @Test func `a stream founded by a stranger is not adopted`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let other = try SharedProfile(["stranger"])
    other.stream.renew()
    try other.devices[0].sync.refill()
    let before = profile.devices[0].store.timeline.position
    profile.devices[0].stream.truth = other.stream
    other.stream.created = 99
    #expect(try profile.devices[0].failure()?.reason == .lost)
    #expect(profile.devices[0].store.timeline.position == before)
  }

  /// The servers lose the message with which a device joined. A device that had not read the
  /// message lets another device join at the same position.
  @Test(arguments: [false, true])
  func `if two devices have the same number, one of them reports it`(isFilledAgain: Bool) throws {
    var profile = try SharedProfile(["desk", "phone"])
    try profile.settle()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let end = profile.stream.state().last
    try profile.add("tablet")
    let tablet = profile.devices[2]
    try desk.exchange()
    profile.stream.lose(after: end)
    let laptop = try SharedDevice("laptop", on: profile.stream)
    try laptop.join(phone.sync.invite())
    let number = try tablet.sync.status().number
    #expect(try laptop.sync.status().number == number)
    // If a device that knows the first refills the servers, the second must leave.
    if isFilledAgain { try desk.sync.refill() }
    let (stays, goes) = isFilledAgain ? (tablet, laptop) : (laptop, tablet)
    let failure = try #require(try goes.failure())
    #expect(failure.reason == .copied)
    #expect(
      failure.description
        == "The servers have lost the message with which this device joined, and another device "
        + "(\(stays.name)) now has its number. \(Synchronization.joinAgainAdvice)")
  }
}
