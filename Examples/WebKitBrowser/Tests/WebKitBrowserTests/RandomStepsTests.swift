import Foundation
import Testing

/// Random steps. After each step, WebKit and the model must agree.
extension WindowTests {
  @Suite(.serialized) struct RandomStepsTests {
    @Test(arguments: seeds) func `random steps, with kills in between`(seed: UInt64) throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      var random = Random(state: seed)
      var done: [String] = []
      try browser.visit("/page/start")
      for number in 1...40 {
        let step = random.pick(RandomStepsTests.steps)
        done.append(step)
        do {
          try perform(step, browser, &random)
          try browser.waitForRest()
        } catch {
          Issue.record("\(error) after \(done.suffix(8)), step \(number)")
          return
        }
      }
    }

    /// The seeds, which can be replaced: `BROWSER_SEEDS="3 4"`.
    private static let seeds: [UInt64] =
      ProcessInfo.processInfo.environment["BROWSER_SEEDS"]?.split(separator: " ")
      .compactMap { UInt64($0) } ?? [1, 2]

    private static let steps = [
      "ctrl+t", "ctrl+w", "alt+Left", "alt+Left", "alt+Right", "ctrl+z", "ctrl+z", "ctrl+shift+z",
      "F5", "ctrl+plus", "ctrl+0", "ctrl+Tab", "ctrl+shift+t", "ctrl+shift+p", "ctrl+shift+k",
      "ctrl+period", "visit", "visit", "visit", "visit", "click", "click", "kill",
    ]
    private static let pages = [
      "/page/a", "/page/b", "/redirect/c", "/slow/d", "/broken/e", "/replace/f", "/push/g",
      "/frames/h", "/page/a#part", "/empty/i",
    ]

    private func perform(_ step: String, _ browser: RunningBrowser, _ random: inout Random) throws {
      switch step {
      case "visit": try browser.go(browser.server.url(random.pick(Self.pages)), waits: false)
      case "click": try browser.screen.click(600, 300)
      case "kill":
        // Two kills within a minute would count as a page that crashes the program.
        guard random.next() % 3 == 0, !browser.wasKilled else { return }
        browser.killAtOnce()
        try browser.start()
      case "ctrl+w" where browser.step.tabs < 2: return
      default: try browser.pressOnly(step)
      }
    }

    /// A random number generator, which produces the same numbers for the same seed.
    private struct Random {
      var state: UInt64
      mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
      }
      mutating func pick(_ words: [String]) -> String { words[Int(next() % UInt64(words.count))] }
    }
  }
}
