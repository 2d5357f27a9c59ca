import BrowserModel
import EventLog
import Foundation
import Session
import TestSupport
import Testing

@testable import Exchange

/// What Chromium does is in the log.
@Suite(
  .enabled(if: InstalledChromium.isThere, Comment(rawValue: InstalledChromium.skipped)),
  .serialized)
struct ChromiumRecorderTests {
  private let pages: PageServer

  init() throws { pages = try PageServer() }

  private func recorder(_ session: Session, stop: Int32 = -1) throws -> ChromiumRecorder {
    var launch = ChromiumLaunch()
    launch.isHeadless = true
    launch.urls = ["\(pages.address)/first"]
    return try ChromiumRecorder(session, launch, takesPictures: false, stop: stop)
  }

  private func session() throws -> Session {
    try Session(EventLog()) { Int64(Date().timeIntervalSince1970 * 1_000) }
  }

  /// Takes what Chromium tells until what was recorded is what it shows, at rest.
  private func settle(_ recorder: ChromiumRecorder) throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
      try recorder.turn(by: .now + .milliseconds(200))
      guard recorder.isSettled else { continue }
      let shown = try BrowserView(recorder.chromium)
      if shown.isAtRest, try BrowserView(recorder.recording.session) == shown { return }
    }
    throw NotRecorded(
      recorded: try BrowserView(recorder.recording.session),
      shown: try BrowserView(recorder.chromium))
  }

  private struct NotRecorded: Error, CustomStringConvertible {
    let recorded: BrowserView
    let shown: BrowserView

    var description: String { "recorded:\n\(recorded)\nshown:\n\(shown)" }
  }

  @Test func aSessionOfRandomStepsEndsAsChromiumReports() throws {
    let recorder = try recorder(session())
    try settle(recorder)
    var script = ChromiumScript(recorder.chromium, pages: pages.address, seed: 1)
    for step in 1...200 {
      try script.step(recorder.strip)
      if step % 10 == 0 { try settle(recorder) }
    }
    try settle(recorder)
    #expect(try BrowserView(recorder.recording.session) == BrowserView(recorder.chromium))
  }

  @Test func theLogKnowsItAllAndThatTheBrowserWasClosed() throws {
    let log = EventLog()
    let recorder = try recorder(Session(log) { 1_800_000_000_000 })
    try settle(recorder)
    let shown = try BrowserView(recorder.chromium)
    try recorder.chromium.devTools.ask("Browser.close")
    #expect(try recorder.run() == .closed)
    let again = try Session(log) { 1_800_000_000_000 }
    #expect(try BrowserView(again) == shown)
    #expect(!again.browser.health.running.exists)
  }

  @Test func aBrowserThatIsKilledLosesNothingAndLeavesNoEnd() throws {
    let recorder = try recorder(session())
    try settle(recorder)
    let shown = try BrowserView(recorder.chromium)
    kill(recorder.chromium.process.identifier, SIGKILL)
    #expect(try recorder.run() == .crashed("signal \(SIGKILL)"))
    #expect(try BrowserView(recorder.recording.session) == shown)
    #expect(recorder.recording.session.browser.health.running.exists)
  }

  @Test func whoeverAsksToStopClosesTheBrowserAndKeepsItsTabs() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let recorder = try recorder(session(), stop: ends[0])
    try settle(recorder)
    let shown = try BrowserView(recorder.chromium)
    #expect(write(ends[1], "x", 1) == 1)
    #expect(try recorder.run() == .closed)
    #expect(try BrowserView(recorder.recording.session) == shown)
  }
}
