import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// Servers lose the stream of a profile, and its devices fill them again.
struct RefillTests {
  /// All devices have the same, which is what they had before.
  private func check(_ profile: SharedProfile, _ titles: Set<String>) throws {
    try profile.settle()
    #expect(try Set(profile.devices[0].titles()) == titles)
    try profile.expectAgreement()
  }

  @Test func `one device is enough to fill servers that have lost everything`() throws {
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

    // A device that joins now finds everything, under a number that nobody ever had.
    try profile.add("tablet")
    try check(profile, ["a", "b", "written while nobody could be reached"])
    #expect(try profile.devices[2].sync.status().number > 10_000)
    // To fill them again that have everything is an exchange.
    #expect(try phone.sync.refill().isRefill == false)
  }

  @Test func `the data of all devices is added, no matter which one refills first`() throws {
    for founder in 0..<3 {
      let profile = try SharedProfile(["desk", "phone", "tablet"])
      for (index, device) in profile.devices.enumerated() {
        try device.keep("of \(device.name)")
        // Each knows more than the one before it.
        for other in profile.devices[index...] { try other.exchange() }
      }
      profile.stream.renew()
      try profile.devices[founder].keep("new")
      try profile.devices[founder].sync.refill()
      try check(profile, ["of desk", "of phone", "of tablet", "new"])
    }
  }

  @Test func `a device knows what happened on one that is gone for ever`() throws {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    try profile.devices[2].keep("of tablet")
    try profile.devices[2].exchange()
    // The phone has not heard of it.
    try profile.devices[0].exchange()
    profile.devices.removeLast()
    profile.stream.renew()
    try profile.devices[1].sync.refill()
    try check(profile, ["of tablet"])
    #expect(
      try profile.devices[1].sync.status().devices.map(\.name) == ["desk", "phone", "tablet"])
  }

  @Test func `where two have changed the same, all agree afterwards`() throws {
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
    // The tablet knows of neither, and has its own mind.
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

  @Test func `what is left of a stream that has lost its end is filled up`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    for title in ["a", "b", "c"] {
      try profile.devices[0].keep(title)
      try profile.settle()
    }
    profile.stream.lose(behind: 3)
    #expect(try profile.devices[1].failure()?.reason == .lost)
    #expect(try profile.devices[1].sync.refill().isRefill)
    try check(profile, ["a", "b", "c"])
  }

  @Test func `an end that was lost is noticed where as much came in its place`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let end = profile.stream.state().last
    try desk.keep("a")
    try desk.exchange()
    profile.stream.lose(behind: end)
    try phone.keep("b")
    try phone.exchange()
    #expect(profile.stream.state().last == end + 1)
    #expect(try desk.failure()?.reason == .lost)
    #expect(try desk.sync.refill().isRefill)
    try check(profile, ["a", "b"])
  }

  @Test func `a part of a large batch that was lost is filled again`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    profile.stream.largestMessage = 600
    let start = profile.stream.state().last
    let title = String(repeating: "a long title ", count: 200)
    try desk.keep(title)
    try desk.exchange()
    // The phone reads the first two.
    let beginning = MemoryStream(profile.stream)
    beginning.lose(behind: start + 2)
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

  @Test func `what a newer version has written is not removed`() throws {
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
    stream.lose(behind: 3)
    #expect(try desk.failure()?.reason == .behind)
    // The server that knows everything is back.
    try desk.sync.pause = { _ in desk.stream.truth = whole }
    #expect(try desk.sync.refill().isRefill == false)
  }

  @Test(arguments: 0..<40)
  func `a device that ends while it fills them goes on where it was`(calls: Int) throws {
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

  @Test func `two devices that fill them at once agree on one stream`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    for device in profile.devices {
      try device.keep("of \(device.name)")
      try device.exchange()
    }
    profile.stream.renew()
    // One begins, the other re-creates the stream.
    profile.devices[0].stream.callsLeft = 8
    _ = try? profile.devices[0].sync.refill()
    profile.stream.renew()
    profile.devices[0].stream.recover()
    try profile.devices[1].sync.refill()
    try check(profile, ["of desk", "of phone"])
  }

  // MARK: Who may read

  @Test func `one that was away when the key was turned gets the new one`() throws {
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

  @Test func `one that was removed and has not heard of it fills them for nobody`() throws {
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

  @Test func `one that joined when the founder was away comes back`() throws {
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

  @Test func `one that joined where the founder never was says so, and fills them`() throws {
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
    // Nothing was told that nobody could read.
    #expect(profile.stream.messages == before)
    #expect(try tablet.sync.refill().isRefill)
    try check(profile, ["a", "b"])
  }

  @Test func `an older copy notices that the others know more of it`() throws {
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

  @Test func `a copy that went on where the servers had lost what it was is named`() throws {
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

  @Test func `a stream of nobody is not taken for one of the devices`() throws {
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

  /// Servers lose that a device has joined, and one that had not heard of it lets another one join there.
  @Test(arguments: [false, true])
  func `of two devices that got one number, one is told`(isFilledAgain: Bool) throws {
    var profile = try SharedProfile(["desk", "phone"])
    try profile.settle()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let end = profile.stream.state().last
    try profile.add("tablet")
    let tablet = profile.devices[2]
    try desk.exchange()
    profile.stream.lose(behind: end)
    let laptop = try SharedDevice("laptop", on: profile.stream)
    try laptop.join(phone.sync.invite())
    let number = try tablet.sync.status().number
    #expect(try laptop.sync.status().number == number)
    // Where the servers are filled by one that knows the first, it is the second that goes.
    if isFilledAgain { try desk.sync.refill() }
    let (stays, goes) = isFilledAgain ? (tablet, laptop) : (laptop, tablet)
    let failure = try #require(try goes.failure())
    #expect(failure.reason == .copied)
    #expect(
      failure.description
        == "The servers have lost the message with which this device joined, and another device "
        + "(\(stays.name)) now has its number. \(Synchronization.howToJoinAgain)")
  }
}
