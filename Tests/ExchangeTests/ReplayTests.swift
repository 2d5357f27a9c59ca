import BrowserModel
import ExchangeFormats
import Platform
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import Testing

@testable import Exchange

/// Opens a past moment in a new browser.
@Suite(.serialized, .oneBrowser) struct ReplayTests {
  private let pages: PageServer
  private let store: Store

  /// Two windows: a pinned tab, a tab in the middle of its history, and two tabs in a group.
  init() throws {
    pages = try PageServer()
    store = try Store(EventLog()) { 1_800_000_000_000 }
    let first = try open("a")
    for path in ["b", "c"] {
      try store.perform(.go(first, Destination("\(pages.address)/\(path)")))
      try title(first, path)
    }
    try store.perform(.travel(first, by: -1))
    let grouped = try [open("d"), open("e")]
    try store.perform(.group(grouped, title: "Later", color: .purple))
    try store.perform(.pin(open("f"), true))
    try store.perform(.openWindow())
    let last = try open("g")
    let other = try #require(store.browser.windows.last)
    let startPage = try #require(other.tabs.first { $0 != last })
    try store.perform(.closeTabs([startPage]))
  }

  /// The start page of the second window was closed. Such a tab cannot be reopened.
  private static let expected = Replay.Report(
    windows: 2, tabs: 5, entries: 7, leftOut: [:])

  private func open(_ path: String) throws -> TabID {
    try store.perform(.open(OpenTab(Destination("\(pages.address)/\(path)"))))
    let window = try #require(store.browser.window(store.browser.focusedWindow))
    try title(window.activeTab, path)
    return window.activeTab
  }

  private func title(_ tab: TabID, _ path: String) throws {
    try store.perform(.reportTitle(tab, "Page /\(path)"))
  }

  private func replay(_ store: Store, in kind: BrowserKind) throws -> Replay {
    var launch = BrowserLaunch(kind)
    launch.isHeadless = true
    return try Replay(store, at: .after(store.browser.sequence), on: .nothing, launch)
  }

  /// The groups of each window, and the tabs of each group, as the browser has saved them.
  private func groups(_ replay: Replay) throws -> [String] {
    let saved = try #require(try replay.profile.savedSession())
    return saved.windows.flatMap { window in
      window.groups.indices.map { place in
        let count = window.tabs.count { $0.group == place }
        return "\(window.groups[place].title) \(window.groups[place].color) \(count)"
      }
    }
  }

  @Test(
    .enabled(
      if: BrowserKind.chromium.isInstalled, Comment(rawValue: BrowserKind.chromium.skipped)))
  func whatWasOpenIsOpenInChromium() throws {
    let replay = try replay(store, in: .chromium)
    #expect(try replay.report() == Self.expected)
    #expect(try groups(replay) == ["Later purple 2"])
  }

  @Test(
    .enabled(if: BrowserKind.firefox.isInstalled, Comment(rawValue: BrowserKind.firefox.skipped)))
  func whatWasOpenIsOpenInFirefox() throws {
    let replay = try replay(store, in: .firefox)
    #expect(try replay.report() == Self.expected)
    #expect(try groups(replay) == ["Later purple 2"])
  }

  @Test(
    .enabled(if: BrowserKind.firefox.isInstalled, Comment(rawValue: BrowserKind.firefox.skipped)))
  func aRandomStateIsOpenInFirefox() throws {
    let store = try Exports(seed: 7, steps: 300).store
    let replay = try replay(store, in: .firefox)
    let missing = try replay.report().missing
    #expect(missing == [])
  }

  @Test func aMomentWithoutTabsIsRefused() throws {
    #expect(throws: ExchangeError.self) {
      try Replay(store, at: .start, on: .nothing, BrowserLaunch(.chromium))
    }
  }

  @Test func theFileForChromiumContainsTheOpenWindows() throws {
    let browser = store.browser
    let open = try store.read { words in PortableSession(browser, words) }
    let file = try ChromiumCommandFile(ChromiumSessionFile(open).bytes, "Session_1")
    var read: [PortableItem] = []
    try ChromiumSession.read(file) { read.append($0) }
    #expect(read == [.session(open)])
  }

  @Test(
    .enabled(
      if: BrowserKind.chromium.isInstalled, Comment(rawValue: BrowserKind.chromium.skipped)))
  func theFocusIsWhereItWas() throws {
    try store.perform(.focusWindow(try #require(store.browser.windows.first).id))
    let replay = try replay(store, in: .chromium)
    #expect(try replay.report() == Self.expected)
    let saved = try #require(try replay.profile.savedSession())
    let front = try #require(saved.focused)
    #expect(saved.windows[front].tabs.count == 4)
  }
}
