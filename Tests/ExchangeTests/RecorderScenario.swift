import BrowserModel
import ExchangeFormats
import Foundation
import Notation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import Exchange

/// A recorded browser without windows on the screen, and checks of the resulting log.
struct RecorderScenario<Scripted: ScriptedBrowser> {
  let pages: PageServer
  private let log: EventLog
  let browser: Scripted
  let recorder: Recorder

  /// - Parameters:
  ///   - profile: A folder for the browser's profile that is kept.
  ///   - former: An earlier recording, whose log is continued.
  init(
    _ kind: BrowserKind, takesPictures: Bool = false, stop: Int32 = -1, profile: String? = nil,
    after former: RecorderScenario? = nil,
    _ start: (_ launch: BrowserLaunch, _ stop: Int32) throws -> Scripted
  ) throws {
    // Like the program, the test ignores the signal, because a killed browser closes its end of the
    // pipe.
    signal(SIGPIPE, SIG_IGN)
    pages = try former?.pages ?? PageServer()
    log = former?.log ?? EventLog()
    var launch = BrowserLaunch(kind)
    launch.isHeadless = true
    launch.profile = profile
    launch.followsCrash = former != nil
    if former == nil { launch.urls = ["\(pages.address)/first"] }
    browser = try start(launch, stop)
    let store = try Store(log) { Int64(Date().timeIntervalSince1970 * 1_000) }
    recorder = try Recorder(
      store, browser, kind, takesPictures: takesPictures, bringsTabs: profile != nil)
  }

  var store: Store { recorder.recording.store }

  /// Processes the browser's events until the recording matches the browser and no page is being
  /// loaded.
  func settle() throws {
    let deadline = ContinuousClock.now + .seconds(15)
    while ContinuousClock.now < deadline {
      try recorder.runOnce(until: .now + .milliseconds(200))
      guard recorder.isIdle else { continue }
      let shown = try browser.view()
      if shown.isAtRest, try BrowserView(store).has(shown) { return }
    }
    throw NotRecorded(recorded: try BrowserView(store), shown: try browser.view())
  }

  private struct NotRecorded: Error, CustomStringConvertible {
    let recorded: BrowserView
    let shown: BrowserView

    var description: String { "recorded:\n\(recorded)\nshown:\n\(shown)" }
  }

  func randomStepsAreRecordedAsTheBrowserReports() throws {
    var random = SplitMix64(seed: 1)
    try settle()
    for step in 1...200 {
      try browser.step(recorder.strip, pages.address, &random)
      // So some observations contain one step, and some several steps.
      if step % 3 == 0 { try recorder.runOnce(until: .now) }
      if step % 20 == 0 { try settle() }
    }
    try settle()
    #expect(try BrowserView(store).has(browser.view()))
  }

  func theVisiblePageHasAPicture() throws {
    let deadline = ContinuousClock.now + .seconds(15)
    var isPictured: Bool {
      store.browser.tabs.contains { $0.currentEntry?.picture.exists ?? false }
    }
    while !isPictured, ContinuousClock.now < deadline {
      try recorder.runOnce(until: .now + .milliseconds(200))
    }
    #expect(isPictured)
    let inFront = recorder.strip.tabs.first { $0.isActive }
    let call = try browser.askForPicture(of: try #require(inFront))
    var picture: [UInt8]?
    while picture == nil, ContinuousClock.now < deadline {
      guard case .answer(call, let answer) = try browser.link.next(by: deadline) else { continue }
      picture = answer?["data"]?.string.flatMap(Base64.decoded)
    }
    // Every JPEG begins with these bytes.
    #expect(picture?.prefix(3) == [0xFF, 0xD8, 0xFF])
  }

  func theLogContainsEverythingAndThatTheBrowserWasClosed() throws {
    try settle()
    let shown = try browser.view()
    try browser.askToClose()
    #expect(try recorder.run() == .closed)
    let again = try Store(log) { 1_800_000_000_000 }
    #expect(try BrowserView(again).has(shown))
    #expect(!again.browser.health.running.exists)
  }

  func aKilledBrowserLosesNothingAndIsNotRecordedAsClosed() throws {
    try settle()
    let shown = try browser.view()
    kill(browser.process.identifier, SIGKILL)
    #expect(try recorder.run() == .crashed("signal \(SIGKILL)"))
    #expect(try BrowserView(store).has(shown))
    #expect(store.browser.health.running.exists)
  }

  /// Starts the browser again after it was killed. The tabs that it restores are those of the log.
  ///
  /// - again: Starts the browser again, after the recording.
  func restoredTabsAreTheSame(_ again: (RecorderScenario) throws -> RecorderScenario) throws {
    try settle()
    let shown = try browser.view()
    let tabs = store.browser.windows.map(\.tabs)
    let deadline = ContinuousClock.now + .seconds(30)
    while try !browser.hasKept("\(pages.address)/first"), ContinuousClock.now < deadline {
      try recorder.runOnce(until: .now + .milliseconds(100))
    }
    kill(browser.process.identifier, SIGKILL)
    #expect(try recorder.run() == .crashed("signal \(SIGKILL)"))
    let next = try again(self)
    let restored = ContinuousClock.now + .seconds(60)
    while try !BrowserView(next.store).has(shown) || !next.recorder.isIdle,
      ContinuousClock.now < restored
    {
      try next.recorder.runOnce(until: .now + .milliseconds(200))
    }
    try next.settle()
    #expect(next.store.browser.windows.map(\.tabs) == tabs)
  }

  /// - end: Ends the browser, in some way.
  func itClosesAndKeepsItsTabs(_ end: (Scripted) throws -> Void) throws {
    try settle()
    let shown = try browser.view()
    try end(browser)
    #expect(try recorder.run() == .closed)
    #expect(try BrowserView(store).has(shown))
  }
}
