import BrowserModel
import EventLog
import Session
import Testing

@testable import Exchange

/// A moment comes back in a fresh Chromium.
struct ChromiumReplayTests {
  private let pages: PageServer
  private let session: Session

  /// Two windows: a pinned tab, one that stands in the middle of its history, two in a group.
  init() throws {
    pages = try PageServer()
    session = try Session(EventLog()) { 1_800_000_000_000 }
    let first = try open("a")
    for path in ["b", "c"] {
      try session.perform(.go(first, Destination("\(pages.address)/\(path)")))
      try title(first, path)
    }
    try session.perform(.travel(first, by: -1))
    let grouped = try [open("d"), open("e")]
    try session.perform(.group(grouped, title: "Later", color: .purple))
    try session.perform(.pin(open("f"), true))
    try session.perform(.openWindow())
    let last = try open("g")
    let other = try #require(session.browser.windows.last)
    let startPage = try #require(other.tabs.first { $0 != last })
    try session.perform(.closeTabs([startPage]))
  }

  private func open(_ path: String) throws -> Sequence {
    try session.perform(.open(OpenTab(Destination("\(pages.address)/\(path)"))))
    let window = try #require(session.browser.window(session.browser.focusedWindow))
    try title(window.activeTab, path)
    return window.activeTab
  }

  private func title(_ tab: Sequence, _ path: String) throws {
    try session.perform(.reportTitle(tab, "Page /\(path)"))
  }

  @Test(.enabled(if: InstalledChromium.isThere, Comment(rawValue: InstalledChromium.skipped)))
  func whatWasOpenIsOpenInChromium() throws {
    var launch = ChromiumLaunch()
    launch.isHeadless = true
    let replay = try ChromiumReplay(
      session, at: session.browser.sequence, on: .nothing, launch)
    let report = try replay.report()
    #expect(report == ChromiumReplay.Report(windows: 2, tabs: 5, entries: 7))
    #expect(try BrowserView(replay.chromium) == BrowserView(session))
    _ = try replay.chromium.close()
  }

  @Test func aMomentWithoutTabsIsRefused() throws {
    #expect(throws: BrowserFailure.self) {
      try ChromiumReplay(session, at: .nothing, on: .nothing, ChromiumLaunch())
    }
  }

  @Test func theFileThatChromiumGetsSaysWhatWasOpen() throws {
    let browser = session.browser
    let open = try session.read { words in ImportedSession(browser, words) }
    let file = try CommandFile(ChromiumSessionFile(open).bytes, "Session_1")
    var read: [Imported] = []
    try ChromiumSession.read(file) { read.append($0) }
    #expect(read == [.session(open)])
  }
}
