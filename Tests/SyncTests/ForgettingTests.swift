import BrowserModel
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// Data forgotten on one device is forgotten on all devices.
struct ForgettingTests {
  private static let secret = "secret.example"

  /// Expects that all devices have these titles, and that no file contains the secret.
  private func check(_ profile: SharedProfile, _ titles: Set<String>) throws {
    try profile.expectForgotten(Self.secret, leaving: titles)
  }

  @Test func `data forgotten on one device is forgotten on all, and nothing else`() throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    for device in profile.devices {
      try device.keep("public", url: "https://public.example/\(device.name)")
      try device.keep("of \(device.name)", url: "https://\(Self.secret)/\(device.name)")
      try device.open("https://\(Self.secret)/tab")
      try device.open("https://public.example/tab")
    }
    try profile.settle()
    try phone.forget(.site(Self.secret))
    try phone.exchange()
    #expect(try desk.files(with: Self.secret) != [])
    try desk.exchange()
    #expect(try desk.files(with: Self.secret) == [])
    try check(profile, ["public"])
    let number = try desk.sync.status().number
    #expect(try phone.tabs(of: number).last == "https://public.example/tab")
  }

  @Test func `no file contains a request that all devices have completed`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try phone.keep("before", url: "https://\(Self.secret)/")
    try profile.settle()
    try desk.forget(.site(Self.secret))
    let noted = try QueuedForgets.read(desk.store).forgets.map(\.request)
    #expect(try noted.count == 1 && desk.files(with: noted[0]) != [])
    for _ in 0..<3 { for device in profile.devices { try device.exchange() } }
    let sent = try desk.stream.attempts.map(\.bytes).filter {
      try MessageForm(of: $0) == .request
    }
    #expect(!sent.isEmpty)
    for device in profile.devices {
      for request in noted + sent { #expect(try device.files(with: request) == []) }
    }
  }

  @Test func `forgetting another device's tab covers the data that was known here`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let tab = try desk.open("https://\(Self.secret)/")
    try profile.settle()
    let number = try desk.sync.status().number
    let timeline = try phone.store.log.read { (reader) in
      try phone.store.timeline.device(number, reader)
    }
    let there = try #require(timeline?.browser.tabs.last?.id)
    try desk.store.perform(.go(tab, Destination("https://later.example/")))
    try phone.forget(.tab(there))
    try phone.exchange()
    try check(profile, [])
    for device in profile.devices {
      #expect(try device.tabs(of: number).last == "https://later.example/")
    }
  }

  @Test func `a device that was away forgets data that only it has, and does not send it`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("known", url: "https://\(Self.secret)/")
    try profile.settle()
    try phone.keep("unknown", url: "https://\(Self.secret)/unknown")
    try phone.keep("other")
    try phone.open("https://\(Self.secret)/unknown")
    try desk.forget(.site(Self.secret))
    for _ in 0..<3 { try desk.exchange() }
    // The servers store the request for the phone, and it cannot be erased yet.
    #expect(try desk.sync.syncState.forgettings.count == 1)
    try phone.exchange()
    #expect(try phone.files(with: Self.secret) == [])
    try check(profile, ["other"])
  }

  @Test func `a device that was away for a long time receives the request`() throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone, tablet) = (profile.devices[0], profile.devices[1], profile.devices[2])
    try desk.keep("a", url: "https://\(Self.secret)/a")
    try profile.settle()
    try desk.forget(.site(Self.secret))
    for device in [desk, phone, desk] { try device.exchange() }
    // Meanwhile, the other devices continue, forget other data, and the servers lose everything.
    try phone.keep("b", url: "https://other.example/")
    try phone.exchange()
    try phone.forget(.url("https://other.example/"))
    for device in [phone, desk, phone] { try device.exchange() }
    profile.stream.renew()
    try desk.sync.refill()
    try phone.exchange()
    #expect(try tablet.files(with: Self.secret) != [])
    try tablet.exchange()
    #expect(try tablet.files(with: Self.secret) == [])
    try check(profile, [])
  }

  @Test func `servers refilled by a device without the request are refilled again`()
    throws
  {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, tablet) = (profile.devices[0], profile.devices[2])
    try desk.keep("a", url: "https://\(Self.secret)/a")
    try profile.settle()
    try desk.forget(.site(Self.secret))
    try desk.exchange()
    profile.stream.renew()
    try tablet.sync.refill()
    #expect(try tablet.files(with: Self.secret) != [])
    try check(profile, [])
  }

  @Test func `data added after a forget request stays`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let desk = profile.devices[0]
    try desk.keep("before", url: "https://again.example/")
    try profile.settle()
    try desk.forget(.site("again.example"))
    try desk.keep("after", url: "https://again.example/")
    try check(profile, ["after"])
  }

  @Test func `data that another device adds after it has forgotten stays too`() throws {
    let profile = try SharedProfile(["desk", "phone", "tablet"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("before", url: "https://again.example/")
    try profile.settle()
    try desk.forget(.site("again.example"))
    for device in [desk, phone] { try device.exchange() }
    try phone.keep("after", url: "https://again.example/")
    try phone.exchange()
    // The tablet receives both at once.
    try check(profile, ["after"])
  }

  @Test func `a search that led to a forgotten page is forgotten on a device without the page`()
    throws
  {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    let words = "pearl diving"
    let tab = try phone.open(
      Destination("https://search.example/?q=1", searchWords: words, transition: .generated))
    try profile.settle()
    try phone.store.perform(.follow(tab, Destination("https://\(Self.secret)/", transition: .link)))
    // The desk has the search, but not the page to which it led.
    try desk.forget(.site(Self.secret))
    try desk.exchange()
    try check(profile, [])
    for device in profile.devices {
      #expect(try device.files(with: words) == [], "\(device.name)")
    }
  }

  @Test func `time ranges, tabs and everything are forgotten as far as the device knew them`()
    throws
  {
    for scope in ["between", "tab", "everything"] {
      let profile = try SharedProfile(["desk", "phone"])
      let (desk, phone) = (profile.devices[0], profile.devices[1])
      try phone.keep("early")
      try profile.settle()
      let before = desk.store.timeline.position
      let tab = try phone.open("https://\(Self.secret)/phone")
      try phone.exchange()
      try desk.exchange()
      try desk.open("https://\(Self.secret)/desk")
      try profile.settle()
      try phone.keep("unknown")
      switch scope {
      case "between": try desk.forget(.between(before, desk.store.timeline.position))
      case "tab":
        // Each device forgets the data that it has about the tab.
        try phone.forget(.tab(tab))
        try profile.settle()
        let number = try phone.sync.status().number
        #expect(try desk.tabs(of: number).count == 1)
        try desk.forget(.site(Self.secret))
      default: try desk.forget(.everything)
      }
      try check(profile, scope == "everything" ? ["unknown"] : ["early", "unknown"])
    }
  }

  @Test func `two devices forget at once, and another joins in the meantime`() throws {
    var profile = try SharedProfile(["desk", "phone"])
    for device in profile.devices {
      try device.keep("a", url: "https://\(Self.secret)/\(device.name)")
      try device.keep("b", url: "https://other.example/\(device.name)")
      try device.keep("of \(device.name)")
    }
    try profile.settle()
    try profile.devices[0].forget(.site(Self.secret))
    try profile.devices[1].forget(.site("other.example"))
    try profile.add("tablet")
    try check(profile, ["of desk", "of phone"])
    #expect(try profile.devices[2].files(with: "other.example") == [])
  }

  @Test(arguments: 0..<60)
  func `a device that ends while it forgets continues afterwards`(calls: Int) throws {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    profile.stream.largestMessage = 2_000
    for index in 0..<10 {
      try profile.devices[index % 2].keep("\(index)", url: "https://\(Self.secret)/\(index)")
      try profile.devices[index % 2].keep("kept \(index)")
    }
    try profile.settle()
    try phone.keep("later")
    try desk.forget(.site(Self.secret))
    // The desk ends, the phone ends, and the desk starts again.
    for device in [desk, phone, desk] {
      device.stream.callsLeft = calls
      _ = try device.failure()
      try device.crash()
    }
    for device in [desk, phone] { device.stream.recover() }
    try check(profile, Set((0..<10).map { "kept \($0)" } + ["later"]))
  }

  /// Returns a profile in which the desk has forgotten data, and ends when it has announced the
  /// request.
  private func toldAndNoMore() throws -> SharedProfile {
    let profile = try SharedProfile(["desk", "phone"])
    let desk = profile.devices[0]
    try desk.keep("a", url: "https://\(Self.secret)/")
    try profile.settle()
    try desk.forget(.site(Self.secret))
    let last = profile.stream.state().last
    desk.stream.whenAppended = { if $0 > last + 2 { desk.stream.callsLeft = 0 } }
    _ = try desk.failure()
    return profile
  }

  @Test func `another device completes the request if the requesting device is away`() throws {
    let profile = try toldAndNoMore()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    phone.patience = .seconds(Int64.max / 1_000_000)
    try phone.crash()
    let failure = try phone.failure()
    #expect(failure?.isTemporary == true)
    #expect(
      failure?.description
        == "The data that device “desk” has forgotten is being removed from the servers.")
    // A device that is asked to refill waits as long.
    let sync = try phone.sync
    sync.pause = { _ in sync.patience = .zero }
    try sync.refill()
    #expect(try phone.files(with: Self.secret) == [])
    desk.stream.recover()
    try check(profile, [])
  }

  @Test func `servers that omit a forget request are detected`() throws {
    let profile = try SharedProfile(["desk", "phone"])
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("a", url: "https://\(Self.secret)/")
    try profile.settle()
    try desk.forget(.site(Self.secret))
    try desk.exchange()
    phone.stream.retold = { $0.filter { (try? MessageForm(of: $0.bytes)) != .request } }
    let failure = try phone.failure()
    #expect(failure?.reason == .forged)
    #expect(
      failure?.description.contains("do not return a forget request of another device") == true)
  }

  @Test func `a forget request is read again when servers return it later`() throws {
    let profile = try toldAndNoMore()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    phone.stream.retold = { $0.filter { (try? MessageForm(of: $0.bytes)) != .request } }
    #expect(try phone.failure()?.reason == .forged)
    phone.stream.recover()
    try phone.exchange()
    #expect(try phone.files(with: Self.secret) == [])
    desk.stream.recover()
    try check(profile, [])
  }
}
