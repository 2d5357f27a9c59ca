import BrowserModel
import ExchangeFormats
import Foundation
import Notation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import Exchange

/// Records the actions of a browser in the log.
@Suite(.serialized, .oneBrowser) struct RecorderTests {
  @Suite(
    .enabled(
      if: BrowserKind.chromium.isInstalled, Comment(rawValue: BrowserKind.chromium.skipped)),
    .serialized)
  struct RecordedChromiumTests {
    private func scenario(
      takesPictures: Bool = false, stop: Int32 = -1
    ) throws -> RecorderScenario<Chromium> {
      try RecorderScenario(.chromium, takesPictures: takesPictures, stop: stop) {
        try Chromium($0, stop: $1)
      }
    }

    @Test func afterACrashTheRestoredTabsAreContinued() throws {
      let folder = try TestSupport.TemporaryFolder()
      func start(_ former: RecorderScenario<Chromium>?) throws -> RecorderScenario<Chromium> {
        try RecorderScenario(.chromium, profile: folder.url.path, after: former) {
          try Chromium($0, stop: $1)
        }
      }
      try start(nil).restoredTabsAreTheSame(start)
    }

    @Test func aPageThatAnotherOneOpensIsRecordedAndBothContinue() throws {
      let scenario = try scenario()
      try scenario.settle()
      let target = try #require(scenario.recorder.strip.tabs.first?.target)
      let session = try #require(scenario.browser.session(of: target))
      let script = "const opened = window.open('\(scenario.pages.address)/opened'); 'went on'"
      let call = try scenario.browser.link.ask(
        "Runtime.evaluate", [("expression", .string(script)), ("userGesture", .bool(true))],
        in: session)
      var answer: JSON?
      let deadline = ContinuousClock.now + .seconds(30)
      while answer == nil, ContinuousClock.now < deadline {
        let news = try scenario.recorder.runOnce(until: .now + .milliseconds(200))
        if case .answer(call, let result) = news { answer = result }
      }
      #expect(answer?["result"]?["value"]?.string == "went on")
      try scenario.settle()
      let browser = scenario.store.browser
      let urls = try scenario.store.read { words in
        browser.tabs.map { browser.url(of: $0, text: words) }
      }
      #expect(urls == ["first", "opened"].map { "\(scenario.pages.address)/\($0)" })
    }

    /// After a second, Chromium itself loads such a page again.
    @Test func aPageThatFailsIsNotReloaded() throws {
      let scenario = try scenario()
      try scenario.settle()
      let target = try #require(scenario.recorder.strip.tabs.first?.target)
      let session = try #require(scenario.browser.session(of: target))
      try scenario.browser.link.ask(
        "Page.navigate", [("url", .string("http://127.0.0.1:1/"))], in: session)
      let deadline = ContinuousClock.now + .seconds(30)
      var asked = 0
      while asked < 2 || !scenario.recorder.isIdle, ContinuousClock.now < deadline {
        let news = try scenario.recorder.runOnce(until: .now + .milliseconds(200))
        guard case .event(let event) = news, event.session == session else { continue }
        let isAgain = event.parameters["navigationType"]?.string == "reload"
        if event.method == "Page.frameStartedNavigating", isAgain || asked == 0 { asked += 1 }
      }
      #expect(asked >= 2)
      var kinds: [String] = []
      try scenario.store.visitLog(isPrivate: false) { event, _ in
        if case .navigation(.reloaded) = event.body { kinds.append("reloaded") }
        if case .navigation(.failed) = event.body { kinds.append("failed") }
        return true
      }
      #expect(kinds == ["failed"])
      let tab = try #require(scenario.store.browser.tabs.first)
      #expect(tab.status == .failed)
    }

    @Test func theVisiblePageHasAPicture() throws {
      try scenario(takesPictures: true).theVisiblePageHasAPicture()
    }

    @Test func aSessionOfRandomStepsIsRecordedAsItReports() throws {
      try scenario().randomStepsAreRecordedAsTheBrowserReports()
    }

    @Test func theLogContainsEverythingAndThatItWasClosed() throws {
      try scenario().theLogContainsEverythingAndThatTheBrowserWasClosed()
    }

    @Test func ifKilledItLosesNothingAndIsNotRecordedAsClosed() throws {
      try scenario().aKilledBrowserLosesNothingAndIsNotRecordedAsClosed()
    }

    @Test func stoppingTheRecordingClosesItAndKeepsItsTabs() throws {
      let stop = Pipe()
      try scenario(stop: stop.fileHandleForReading.fileDescriptor)
        .itClosesAndKeepsItsTabs { _ in
          try stop.fileHandleForWriting.write(contentsOf: Data("x".utf8))
        }
    }
  }

  @Suite(
    .enabled(if: BrowserKind.firefox.isInstalled, Comment(rawValue: BrowserKind.firefox.skipped)),
    .serialized)
  struct RecordedFirefoxTests {
    private func scenario(
      takesPictures: Bool = false, stop: Int32 = -1
    ) throws -> RecorderScenario<Firefox> {
      try RecorderScenario(.firefox, takesPictures: takesPictures, stop: stop) {
        try Firefox($0, stop: $1)
      }
    }

    @Test func theVisiblePageHasAPicture() throws {
      try scenario(takesPictures: true).theVisiblePageHasAPicture()
    }

    @Test func aSessionOfRandomStepsIsRecordedAsItReports() throws {
      try scenario().randomStepsAreRecordedAsTheBrowserReports()
    }

    @Test func theLogContainsEverythingAndThatItWasClosed() throws {
      try scenario().theLogContainsEverythingAndThatTheBrowserWasClosed()
    }

    @Test func ifKilledItLosesNothingAndIsNotRecordedAsClosed() throws {
      try scenario().aKilledBrowserLosesNothingAndIsNotRecordedAsClosed()
    }

    @Test func stoppingTheRecordingClosesItAndKeepsItsTabs() throws {
      let stop = Pipe()
      try scenario(stop: stop.fileHandleForReading.fileDescriptor)
        .itClosesAndKeepsItsTabs { _ in
          try stop.fileHandleForWriting.write(contentsOf: Data("x".utf8))
        }
    }

    @Test func aRestartByItselfCountsAsClosedAndItKeepsItsTabs() throws {
      var group: pid_t?
      // The restarted processes are in the process group of the browser.
      defer { if let group { kill(-group, SIGKILL) } }
      try scenario().itClosesAndKeepsItsTabs { firefox in
        group = firefox.process.identifier
        try firefox.ask(
          "void Services.startup.quit(Ci.nsIAppStartup.eAttemptQuit | Ci.nsIAppStartup.eRestart)")
      }
    }
  }
}
