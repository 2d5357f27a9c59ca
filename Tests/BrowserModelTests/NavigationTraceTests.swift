import BrowserModel
import TestSupport
import Testing

/// Compares histories with those that Chromium reported, step by step. All steps must agree.
@Suite(.enabled(if: Corpora.arePresent, "\(Corpora.skipped)"))
struct NavigationTraceTests {
  @Test(arguments: [
    Recording("navigation/chromium-traces.jsonl", steps: 3_200, loadedAgain: 8),
    Recording("navigation/chromium-long-traces.jsonl", steps: 320, loadedAgain: 0),
  ])
  func `H1 to H8: every step of a recorded history agrees`(recording: Recording) throws {
    var agreeing = 0
    var loadedAgain = 0
    for trace in try Corpora.lines(recording.file, as: NavigationTrace.self) {
      var replay = try NavigationReplay()
      for (number, step) in trace.steps.enumerated() {
        try replay.perform(step)
        try #require(
          replay.history == step.history,
          "trace \(trace.trace), step \(number): \(step.do.kind)")
        agreeing += 1
      }
      loadedAgain += replay.loadedAgain
    }
    #expect(agreeing == recording.steps)
    #expect(loadedAgain == recording.loadedAgain)
  }

  struct Recording: CustomTestStringConvertible {
    let file: String
    let steps: Int
    /// The number of travels to pages that the browser had dropped and loaded again, as their
    /// titles show.
    let loadedAgain: Int
    var testDescription: String { file }

    init(_ file: String, steps: Int, loadedAgain: Int) {
      self.file = file
      self.steps = steps
      self.loadedAgain = loadedAgain
    }
  }
}
