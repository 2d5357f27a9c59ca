import Foundation
import Testing

@testable import Exchange

/// What a browser does is in the log.
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

    @Test func thePageInFrontIsPictured() throws {
      try scenario(takesPictures: true).thePageInFrontIsPictured()
    }

    @Test func aSessionOfRandomStepsEndsAsItReports() throws {
      try scenario().randomStepsEndAsTheBrowserReports()
    }

    @Test func theLogKnowsItAllAndThatItWasClosed() throws {
      try scenario().theLogKnowsItAllAndThatTheBrowserWasClosed()
    }

    @Test func killedItLosesNothingAndLeavesNoEnd() throws {
      try scenario().aBrowserThatIsKilledLosesNothingAndLeavesNoEnd()
    }

    @Test func whoeverAsksToStopClosesItAndKeepsItsTabs() throws {
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

    @Test func thePageInFrontIsPictured() throws {
      try scenario(takesPictures: true).thePageInFrontIsPictured()
    }

    @Test func aSessionOfRandomStepsEndsAsItReports() throws {
      try scenario().randomStepsEndAsTheBrowserReports()
    }

    @Test func theLogKnowsItAllAndThatItWasClosed() throws {
      try scenario().theLogKnowsItAllAndThatTheBrowserWasClosed()
    }

    @Test func killedItLosesNothingAndLeavesNoEnd() throws {
      try scenario().aBrowserThatIsKilledLosesNothingAndLeavesNoEnd()
    }

    @Test func whoeverAsksToStopClosesItAndKeepsItsTabs() throws {
      let stop = Pipe()
      try scenario(stop: stop.fileHandleForReading.fileDescriptor)
        .itClosesAndKeepsItsTabs { _ in
          try stop.fileHandleForWriting.write(contentsOf: Data("x".utf8))
        }
    }

    @Test func startingItselfAnewItCountsAsClosedAndKeepsItsTabs() throws {
      var group: pid_t?
      // What it has started anew is in its process group, and nobody else's.
      defer { if let group { kill(-group, SIGKILL) } }
      try scenario().itClosesAndKeepsItsTabs { firefox in
        group = firefox.process.identifier
        try firefox.ask(
          "void Services.startup.quit(Ci.nsIAppStartup.eAttemptQuit | Ci.nsIAppStartup.eRestart)")
      }
    }
  }
}
