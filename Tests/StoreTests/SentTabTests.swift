import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Tabs that move from one device to another.
struct SentTabTests {
  private let desk: SharingDevice
  private let phone: SharingDevice
  /// A tab on the phone with three pages. The second page is shown.
  private let tab: TabID

  init() throws {
    (desk, phone, _) = try SharingDevice.joined()
    try desk.store.open("http://desk.example/")
    tab = try phone.store.open("http://one.example/")
    try phone.store.perform(.go(tab, Destination("http://two.example/")))
    try phone.store.perform(.reportTitle(tab, "Two"))
    try phone.store.perform(.reportScroll(tab, x: 0, y: 480))
    try phone.store.perform(.go(tab, Destination("http://three.example/")))
    try phone.store.perform(.travel(tab, by: -1))
    try phone.store.perform(.zoomTemporarily(tab, .set(ZoomLevel(percent: 150))))
    try phone.tell(desk)
    try desk.tell(phone)
  }

  /// Returns the Back and Forward pages of a tab, with a star at the current page.
  private func pages(of id: TabID?, on device: SharingDevice) throws -> [String] {
    let browser = device.store.browser
    let tab = try #require(browser.tab(id ?? .nothing))
    return try device.store.read { words in
      tab.entries.enumerated().map { index, entry in
        browser.url(of: entry, text: words) + (index == tab.index ? "*" : "")
      }
    }
  }

  private let pages = ["http://one.example/", "http://two.example/*", "http://three.example/"]

  private func newTab(of commit: Commit) -> TabID? {
    commit.events.first {
      if case .tab(.restored) = $0.body { true } else { false }
    }.map { TabID($0.sequence) }
  }

  @Test func `a tab is taken with its pages and position but not its zoom, as one batch`()
    throws
  {
    let there = try #require(try desk.store.readDevice(2)?.tabs.first)
    let commit = try desk.store.perform(.take(TakenTab(there)))
    #expect(Set(commit.events.map(\.batch)).count == 1)
    #expect(commit.events.allSatisfy { $0.cause == there.id.event })
    let taken = try #require(newTab(of: commit))
    #expect(try pages(of: taken, on: desk) == pages)
    let tab = try #require(desk.store.browser.tab(taken))
    #expect(!tab.temporaryZoom.exists)
    #expect(tab.currentEntry?.scroll == there.currentEntry?.scroll)
    #expect(tab.currentEntry?.scroll.exists == true)
    #expect(
      try desk.shown() == [["http://desk.example/", "http://two.example/*"]])
    try desk.tell(phone)
    #expect(try phone.shown() == [["http://two.example/*"]])
    let seen = try #require(try phone.store.readDevice(1))
    let urls = try phone.store.read { words in
      seen.tabs.map { seen.url(of: $0, text: words) }
    }
    #expect(urls == ["http://desk.example/", "http://two.example/"])
    try desk.store.undo()
    #expect(try desk.shown() == [["http://desk.example/*"]])
  }

  @Test func `a taken tab opens a window if none is open, and keeps an explicit cause`()
    throws
  {
    try desk.store.perform(.closeWindow(try #require(desk.store.browser.windows.first).id))
    let there = try #require(try desk.store.readDevice(2)?.tabs.first)
    let why = desk.store.browser.sequence
    let commit = try desk.store.perform(.take(TakenTab(there)), by: Origin(cause: why))
    #expect(commit.events.allSatisfy { $0.cause == why })
    #expect(try desk.shown() == [["http://two.example/*"]])
    #expect(desk.store.browser.brokenInvariants() == [])
  }

  @Test func `a sent tab opens once in the background, and names the sending as its cause`()
    throws
  {
    let sent = try phone.store.perform(.send(tab, to: 1))
    let batches = try phone.tell(desk)
    #expect(try desk.shown() == [["http://desk.example/*", "http://two.example/"]])
    let opened = try #require(try desk.store.events().last { $0.cause.exists && $0.device == 0 })
    let cause = try #require(
      try desk.store.events().first { $0.sequence == opened.cause })
    #expect(cause.device == 2)
    #expect(cause.deviceSequence == sent.events[0].sequence.rawValue)
    let id = try #require(desk.store.browser.tabs.last?.id)
    #expect(try pages(of: id, on: desk) == pages)
    #expect(try phone.shown() == [["http://two.example/*"]])
    // The batches arrive again, in the same object and in a new one for the same log.
    let position = desk.store.timeline.position
    try desk.sharing.receive(batches)
    var fresh = DeviceSharing(of: desk.store)
    try fresh.receive(batches)
    #expect(desk.store.timeline.position == position)
    // After it was closed by undo, the tab does not open again either.
    try desk.store.undo()
    #expect(try desk.shown() == [["http://desk.example/*"]])
    try fresh.receive(batches)
    try phone.store.open("http://later.example/")
    try phone.tell(desk)
    #expect(try desk.shown() == [["http://desk.example/*"]])
  }

  @Test func `a sent tab opens on no other device, and opens a window if none is open`() throws {
    let tablet = try SharingDevice()
    try tablet.sharing.join(as: 3, named: "tablet")
    try tablet.tell(desk, phone)
    try phone.store.perform(.send(tab, to: 3))
    let batches = try phone.tell(desk)
    #expect(try desk.shown() == [["http://desk.example/*"]])
    // The tablet receives everything from the beginning.
    var fresh = DeviceSharing(of: phone.store)
    _ = try fresh.batches(after: .nothing)
    try tablet.sharing.receive(try phone.sharing.batches(after: .nothing, limit: .max))
    #expect(try tablet.shown() == [["http://two.example/*"]])
    try tablet.sharing.receive(batches)
    #expect(try tablet.shown() == [["http://two.example/*"]])
    #expect(tablet.store.browser.brokenInvariants() == [])
  }

  @Test func `an undo cancels the sending before arrival, and changes nothing afterwards`()
    throws
  {
    try phone.store.perform(.send(tab, to: 1))
    try phone.store.undo()
    try phone.tell(desk)
    #expect(try desk.shown() == [["http://desk.example/*"]])
    // After a redo, the tab arrives.
    try phone.store.redo()
    try phone.tell(desk)
    #expect(try desk.shown() == [["http://desk.example/*", "http://two.example/"]])
    try phone.store.undo()
    try phone.tell(desk)
    try phone.store.redo()
    try phone.tell(desk)
    #expect(try desk.shown() == [["http://desk.example/*", "http://two.example/"]])
  }

  @Test func `a reopened or copied store opens a sent tab unless it already has`() throws {
    let folder = try TemporaryFolder()
    let (former, latter) = (folder.url.appending(path: "a"), folder.url.appending(path: "b"))
    try FileManager.default.copyItem(atPath: desk.profile.path, toPath: former.path)
    try phone.store.perform(.send(tab, to: 1))
    let batches = try phone.tell(desk)
    try FileManager.default.copyItem(atPath: desk.profile.path, toPath: latter.path)
    for path in [former.path, latter.path] {
      for _ in 0..<2 {
        let store = try Store(EventLog(profile: path, access: .readWrite)) { 1_700_000_000_000 }
        var sharing = DeviceSharing(of: store)
        try sharing.receive(batches)
        #expect(store.browser.tabs.count == 2)
        try sharing.receive(batches)
        #expect(store.browser.tabs.count == 2)
      }
    }
  }

  @Test func `two tabs that arrive together both open, and the tabs of a branch are unchanged`()
    throws
  {
    let line = try desk.store.branch("line")
    try desk.store.switchBranch(to: BranchID(line.sequence))
    try phone.store.perform(asOne: [.send(tab, to: 1), .send(tab, to: 1)])
    try phone.tell(desk)
    #expect(try desk.shown() == [["http://desk.example/*"]])
    try desk.store.switchBranch(to: .nothing)
    #expect(
      try desk.shown() == [["http://desk.example/*", "http://two.example/", "http://two.example/"]])
    #expect(desk.store.browser.brokenInvariants() == [])
  }

  @Test func `a tab that cannot be sent is rejected with the reason`() throws {
    #expect(try refusal { try phone.store.perform(.send(tab, to: 7)) }?.code == .noSuchDevice)
    #expect(try refusal { try phone.store.perform(.send(tab, to: 2)) }?.code == .noSuchDevice)
    #expect(try refusal { try phone.store.perform(.send(tab, to: 0)) }?.code == .noSuchDevice)
    let hidden = try phone.store.open("http://secret.example/", isPrivate: true)
    let isPrivate = try refusal { try phone.store.perform(.send(hidden, to: 1)) }
    #expect(isPrivate?.code == .notAllowed)
    #expect(isPrivate?.message.contains("private") == true)
    let there = try #require(phone.store.privateBrowser.tab(hidden))
    #expect(
      try refusal { try phone.store.perform(.take(TakenTab(there))) }?.code == .notAllowed)
    let fresh = try phone.store.open()
    #expect(try refusal { try phone.store.perform(.send(fresh, to: 1)) }?.code == .nothingToDo)
    let line = try phone.store.branch("line")
    try phone.store.switchBranch(to: BranchID(line.sequence))
    #expect(try refusal { try phone.store.perform(.send(tab, to: 1)) }?.code == .notAllowed)
    let gone = TakenTab(source: EventID(1), entries: [], index: 0, isSelected: true)
    #expect(try refusal { try desk.store.perform(.take(gone)) }?.code == .nothingToDo)
  }

  @Test func `a forgotten site is erased from sent tabs, which do not open afterwards`()
    throws
  {
    try phone.store.perform(.send(tab, to: 1))
    let request = ForgettingRequest(.site("two.example"))
    _ = try phone.store.forget(request)
    try phone.tell(desk)
    let opened = try #require(desk.store.browser.tabs.last)
    let browser = desk.store.browser
    let urls = try desk.store.read { words in
      browser.shown(opened, text: words).entries.map { browser.url(of: $0, text: words) }
    }
    // The desk had received the page before, and forgets it by itself.
    #expect(urls == ["http://one.example/", "http://two.example/", "http://three.example/"])
    _ = try desk.store.forget(request)
    let left = try desk.store.read { words in
      browser.shown(opened, text: words).entries.map { browser.url(of: $0, text: words) }
    }
    #expect(left == ["http://one.example/", "http://three.example/"])
    for device in [desk, phone] {
      let texts = try device.store.records().map { String(decoding: $0, as: UTF8.self) }
      #expect(texts.allSatisfy { !$0.contains("two.example") })
    }
  }
}
