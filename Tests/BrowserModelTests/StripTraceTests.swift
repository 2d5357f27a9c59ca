import BrowserModel
import Foundation
import TestSupport
import Testing

/// Compares tab strips with those that Chromium showed, step by step: order, active tab, opener
/// group, pins and groups.
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

  /// Further recordings for long runs. `RETRACE_STRIP_TRACES` contains their paths, separated by
  /// colons.
  @Test(.enabled(if: furtherFiles != nil, "RETRACE_STRIP_TRACES names no further recordings."))
  func `T1 to T8: every step of further recordings agrees`() throws {
    var agreeing = 0
    for file in Self.furtherFiles ?? [] {
      for trace in try Corpora.lines(at: file, as: StripTrace.self) {
        var replay = try StripReplay(trace.start)
        for (number, step) in trace.steps.enumerated() {
          let before = replay.strip
          try replay.perform(step)
          guard replay.strip == step.strip else {
            Issue.record(
              """
              \(file.lastPathComponent), trace \(trace.trace), step \(number): \(step.do)
              before \(before)
              model  \(replay.strip)
              browser \(step.strip)
              """)
            break
          }
          agreeing += 1
        }
      }
    }
    print("\(agreeing) further steps agree")
    #expect(agreeing > 0)
  }

  private static let furtherFiles = ProcessInfo.processInfo.environment["RETRACE_STRIP_TRACES"]
    .map { $0.split(separator: ":").map { URL(filePath: String($0)) } }

  private func traces(_ profile: String) throws -> [StripTrace] {
    try Corpora.lines("tabs/chromium-tabstrip.jsonl", as: StripTrace.self)
      .filter { $0.profile == profile }
  }
}
