import BrowserModel
import TestSupport
import Testing

/// Tab strips as Chromium showed them, step by step: order, active tab, family, pins and groups.
@Suite(.enabled(if: Corpora.arePresent, "\(Corpora.skipped)"))
struct StripTraceTests {
  @Test(arguments: ["plain", "full"])
  func `T1 to T8: every step of a recorded tab strip agrees`(profile: String) throws {
    var agreeing = 0
    for trace in try traces(profile) {
      var replay = try StripReplay(trace.start)
      for (number, step) in trace.steps.enumerated() {
        let before = replay.strip
        try replay.perform(step)
        try #require(
          replay.strip == step.strip,
          "trace \(trace.trace), step \(number): \(step.do.kind) after \(before)")
        agreeing += 1
      }
      #expect(replay.driver.browser.brokenInvariants() == [])
    }
    #expect(agreeing == 1_200)
  }

  /// Where the model keeps to a rule of its own, and how many recorded steps that touches.
  ///
  /// | rule | Chromium | steps |
  /// |---|---|---|
  /// | T4: what is closed can be reopened, a tab at the start page too | does not list such a tab | 12 |
  @Test func `T4 deviates: fresh tabs are listed as closed, too`() throws {
    var passingFreshTabs = 0
    for trace in try traces("plain") + traces("full") {
      var replay = try StripReplay(trace.start)
      for step in trace.steps {
        let passed = replay.closedSince(step.do.was)
        if step.do.kind == "reopen", !passed.isEmpty {
          passingFreshTabs += 1
          #expect(passed.allSatisfy { replay.isFresh($0) })
        }
        try replay.perform(step)
      }
    }
    #expect(passingFreshTabs == 12)
  }

  private func traces(_ profile: String) throws -> [StripTrace] {
    try Corpora.lines("tabs/chromium-tabstrip.jsonl", as: StripTrace.self)
      .filter { $0.profile == profile }
  }
}
