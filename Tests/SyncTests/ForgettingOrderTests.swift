import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// Forgetting while other devices send events, join, rejoin or forget data themselves.
struct ForgettingOrderTests {
  private static let secret = "secret.example"
  private static let words = "pearl diving"
  private static let search = Destination(
    "https://search.example/?q=1", searchWords: words, transition: .generated)

  private func check(_ profile: SharedProfile, _ titles: Set<String>) throws {
    try profile.expectForgotten(Self.secret, leaving: titles)
  }

  /// Returns a profile in which the desk and the phone have forgotten a site, but the tablet has
  /// not. Afterwards, another device has joined and added data of that site.
  ///
  /// - Parameter body: Actions of the desk before it forgets.
  private func withLate(_ body: (SharedDevice) throws -> Void = { _ in }) throws -> SharedProfile {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("before", url: "https://again.example/")
    try body(desk)
    try profile.settle()
    try desk.forget(.site("again.example"))
    for device in [desk, phone, desk] { try device.exchange() }
    try profile.add("late")
    try profile.devices[3].keep("after", url: "https://again.example/")
    return profile
  }

  /// Lets a device exchange, and runs a closure after the device has founded another stream.
  private func exchange(
    _ device: SharedDevice, whenFounded body: @escaping () throws -> Void
  ) throws {
    let sync = try device.sync
    let former = sync.syncState.created
    var isDone = false
    device.stream.whenCalled = {
      let known = sync.syncState
      guard !isDone, known.created != former, known.position == 1 else { return }
      isDone = true
      do { try body() } catch { Issue.record(error) }
    }
    try device.exchange()
    #expect(isDone)
    device.stream.recover()
  }

  @Test func `data that another device sends before the stream's end is announced is forgotten`()
    throws
  {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try phone.keep("a", url: "https://\(Self.secret)/")
    try phone.keep("b")
    try desk.forget(.site(Self.secret))
    try exchange(desk) { try phone.exchange() }
    try check(profile, ["b"])
  }

  @Test func `data that another device is about to send does not count as sent`() throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    for device in profile.devices {
      try device.keep("a", url: "https://\(Self.secret)/\(device.name)")
      try device.keep("b", url: "https://other.example/\(device.name)")
    }
    try profile.settle()
    try desk.forget(.site(Self.secret))
    try phone.forget(.site("other.example"))
    try exchange(desk) {
      // The phone ends after the first of the two messages that announce its request.
      phone.stream.whenAppended = { _ in
        let last = profile.stream.messages.last?.bytes ?? []
        if (try? MessageForm(of: last)) == .request { phone.stream.callsLeft = 0 }
      }
      let failure = try phone.failure()
      #expect(failure?.isTemporary == true)
    }
    phone.stream.recover()
    try check(profile, [])
    for device in profile.devices {
      #expect(try device.files(with: "other.example") == [], "\(device.name)")
    }
  }

  @Test func `the data of a device that joined later survives a lost stream`() throws {
    let profile = try withLate()
    let (desk, phone, late) = (profile.devices[0], profile.devices[1], profile.devices[3])
    for device in [late, desk] { try device.exchange() }
    profile.stream.renew()
    // The phone has not read the last device's messages, and the tablet has read nothing.
    try phone.sync.refill()
    for device in [desk, late] { try device.exchange() }
    try check(profile, ["after"])
  }

  @Test func `the data of a device that joined later survives the restore of another device`()
    throws
  {
    var profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try desk.keep("before", url: "https://again.example/")
    try profile.settle()
    try desk.forget(.site("again.example"))
    try desk.exchange()
    phone.stream.answers = [.lostBefore]
    phone.stream.whenAppended = { _ in phone.stream.callsLeft = 0 }
    #expect(try phone.failure()?.isTemporary == true)
    phone.stream.recover()
    let copy = try SharedDevice(copy: phone, on: profile.stream)
    for device in [phone, tablet, desk] { try device.exchange() }
    try profile.add("late")
    let late = profile.devices[3]
    try late.keep("after", url: "https://again.example/")
    for device in [late, desk] { try device.exchange() }
    #expect(try desk.sync.syncState.forgettings == [])
    profile.stream.renew()
    profile.devices[1] = copy
    try copy.sync.refill()
    try late.exchange()
    try check(profile, ["after"])
  }

  /// Lets a device exchange, and ends it after it has announced a forget request.
  private func endBehindForgetting(
    _ device: SharedDevice, _ profile: SharedProfile,
    where isStream: @escaping () -> Bool = { true }
  ) throws {
    device.stream.whenAppended = { _ in
      let forms = profile.stream.messages.suffix(2).map { try? MessageForm(of: $0.bytes) }
      if forms == [.request, .message], isStream() { device.stream.callsLeft = 0 }
    }
    #expect(try device.failure()?.isTemporary == true)
    device.stream.recover()
  }

  @Test func `later data is also forgotten by a device that does not replace the stream`()
    throws
  {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try desk.forget(.site(Self.secret))
    for device in [desk, phone, desk] { try device.exchange() }
    profile.stream.renew()
    try tablet.open("https://other.example/?u=https://\(Self.secret)/page")
    try tablet.sync.refill()
    try endBehindForgetting(desk, profile)
    phone.patience = .seconds(Int64.max / 1_000_000)
    try phone.crash()
    #expect(try phone.failure()?.reason == .renewing)
    for device in [desk, phone] { try device.exchange() }
    try check(profile, [])
  }

  @Test func `later events are kept if a forget request is sent again`() throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try desk.forget(.site("again.example"))
    for device in [desk, phone] { try device.exchange() }
    try phone.keep("after", url: "https://again.example/")
    try phone.exchange()
    profile.stream.renew()
    try tablet.sync.refill()
    try endBehindForgetting(desk, profile)
    try phone.exchange()
    try check(profile, ["after"])
  }

  @Test func `a device waits for a request that it was not shown if another stream begins`() throws
  {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("a", url: "https://\(Self.secret)/")
    try profile.settle()
    try desk.forget(.site(Self.secret))
    try endBehindForgetting(desk, profile)
    phone.patience = .seconds(Int64.max / 1_000_000)
    try phone.crash()
    phone.stream.retold = { $0.filter { (try? MessageForm(of: $0.bytes)) != .request } }
    #expect(try phone.failure()?.reason == .renewing)
    phone.stream.recover()
    let former = profile.stream.created
    desk.stream.whenAppended = { _ in
      if profile.stream.created != former { desk.stream.callsLeft = 0 }
    }
    #expect(try desk.failure()?.isTemporary == true)
    #expect(try phone.failure()?.reason == .forged)
    #expect(profile.stream.messages.count == 1)
    desk.stream.recover()
    try desk.exchange()
    try check(profile, [])
  }

  @Test func `a device that returns skips a request that is complete and erased`() throws {
    let profile = try withTabletUnknownToDesk { _ in }
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    profile.stream.largestMessage = 500
    let titles = (0..<100).map { "\($0) " + String(repeating: "long ", count: 60) }
    for title in titles { try desk.keep(title) }
    try desk.forget(.site(Self.secret))
    for device in [desk, phone, desk] { try device.exchange() }
    try tablet.sync.largestSlice = 1
    try tablet.exchange()
    try check(profile, Set(titles))
  }

  @Test func `a device that returns forgets before it compares its data`() throws {
    let profile = try withTabletUnknownToDesk { tablet in try tablet.open(Self.search) }
    let (desk, tablet) = (profile.devices[0], profile.devices[2])
    let tab = try #require(try tablet.store.readState().browser.tabs.last?.id)
    try tablet.store.perform(
      .follow(tab, Destination("https://\(Self.secret)/", transition: .link)))
    try desk.forget(.site(Self.secret))
    try desk.exchange()
    try tablet.exchange()
    try check(profile, [])
    for device in profile.devices { #expect(try device.files(with: Self.words) == []) }
  }

  @Test func `a device that returns before the request is announced forgets too`() throws {
    let profile = try withTabletUnknownToDesk { _ in }
    let (desk, tablet) = (profile.devices[0], profile.devices[2])
    try tablet.open("https://\(Self.secret)/")
    try desk.forget(.site(Self.secret))
    try exchange(desk) {
      tablet.stream.whenAppended = { _ in tablet.stream.callsLeft = 0 }
      let failure = try tablet.failure()
      #expect(failure?.isTemporary == true)
    }
    tablet.stream.recover()
    try check(profile, [])
  }

  /// Returns a profile in which the desk has refilled the servers without knowing that a tablet had
  /// joined, and the phone has sent the tablet's events to the desk.
  private func withTabletUnknownToDesk(
    _ body: (SharedDevice) throws -> Void
  ) throws -> SharedProfile {
    var profile = try SharedProfile(["desk", "phone"])
    try profile.add("tablet")
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try body(tablet)
    for device in [tablet, phone] { try device.exchange() }
    profile.stream.renew()
    try desk.sync.refill()
    for device in [phone, desk] { try device.exchange() }
    return profile
  }

  @Test func `data of a device that joined later stays when another stream begins`() throws {
    let profile = try withLate { try $0.keep("other", url: "https://other.example/") }
    let (phone, tablet, late) = (profile.devices[1], profile.devices[2], profile.devices[3])
    for device in [late, phone] { try device.exchange() }
    try phone.forget(.site("other.example"))
    try endBehindForgetting(phone, profile)
    // The tablet reads both requests at once, and the data that is kept.
    try tablet.exchange()
    try check(profile, ["after"])
  }

  @Test func `a completed request is not sent again by a device that did not know this`() throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try desk.keep("before", url: "https://again.example/")
    try desk.keep("other", url: "https://other.example/")
    try profile.settle()
    try desk.forget(.site("again.example"))
    try endBehindForgetting(desk, profile)
    for device in [phone, tablet] { try device.exchange() }
    try tablet.keep("after", url: "https://again.example/")
    try tablet.exchange()
    // The desk confirms the request, reads its confirmation, and ends before it removes its own
    // stored request.
    try desk.keep("later")
    var appended = 0
    desk.stream.whenAppended = { _ in
      appended += 1
      if appended == 2 { desk.stream.callsLeft = 0 }
    }
    #expect(try desk.failure()?.isTemporary == true)
    desk.stream.recover()
    try phone.forget(.site("other.example"))
    try phone.exchange()
    try check(profile, ["after", "later"])
  }

  @Test func `a device that takes long to forget adopts the stream that another has founded`()
    throws
  {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try phone.keep("a", url: "https://\(Self.secret)/")
    try profile.settle()
    try desk.forget(.site(Self.secret))
    var created: Int64?
    try desk.sync.willForget = { _ in
      guard created == nil else { return }
      created = 0
      #expect(phone.failureToExchange() == nil)
      created = profile.stream.created
    }
    try desk.exchange()
    #expect(profile.stream.created == created)
    try check(profile, [])
  }

  @Test func `data erased by a request is announced even if another message was pending`() throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    let tab = try phone.open(Self.search)
    try profile.settle()
    try desk.forget(.site("other.example"))
    // The phone does not read that the tablet has confirmed the request.
    for device in [desk, phone, tablet, desk] { try device.exchange() }
    try phone.store.perform(
      .follow(tab, Destination("https://\(Self.secret)/", transition: .link)))
    try desk.keep("kept")
    try desk.forget(.site(Self.secret))
    let former = profile.stream.created
    try endBehindForgetting(desk, profile) { profile.stream.created != former }
    try tablet.exchange()
    phone.stream.answers = [.lostBefore]
    phone.stream.whenAppended = { _ in phone.stream.callsLeft = 0 }
    #expect(try phone.failure()?.isTemporary == true)
    phone.stream.recover()
    for device in [desk, phone] { try device.exchange() }
    try check(profile, ["kept"])
    for device in profile.devices { #expect(try device.files(with: Self.words) == []) }
  }
}
