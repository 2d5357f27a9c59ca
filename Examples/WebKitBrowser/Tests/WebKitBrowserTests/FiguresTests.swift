import Foundation
import Retrace
import Testing

extension WindowTests {
  /// Durations with a thousand tabs and a hundred thousand events. The limits are for a debug build
  /// on a busy machine. `BROWSER_PROGRAM=.build/release/WebKitBrowser` measures the release build.
  @Suite(.serialized) struct FiguresTests {
    @Test func `a thousand tabs and a hundred thousand events`() throws {
      let browser = try RunningBrowser(arguments: ["--time"], prepare: fill)
      defer { browser.close() }
      let former = try (browser.times(of: "perform").count, browser.times(of: "show").count)
      for number in [3, 7, 2, 5, 3, 7] {
        try browser.press("alt+\(number)") { $0.title == "p\(number - 1)" }
      }
      let performs = try browser.times(of: "perform").dropFirst(former.0)
      let commands = try browser.times(of: "commands")
      let shows = try browser.times(of: "show").dropFirst(former.1)
      try browser.pressOnly("ctrl+h")
      try browser.waitForLine("past ")
      for _ in 0..<20 { try browser.pressOnly("Left") }
      // Page_Up moves the slider by a tenth of its range.
      for _ in 0..<4 { try browser.pressOnly("Page_Up") }
      try browser.waitForRest()
      let moves = try browser.times(of: "past")
      for (name, values) in [
        ("tab switch, action", Array(performs)), ("commands for the engine", commands),
        ("window made so", Array(shows)), ("slider", moves),
      ] {
        let sorted = values.sorted()
        print("figures: \(name): median \(sorted[sorted.count / 2]) µs, most \(sorted.last!) µs")
      }
      #expect(moves.count >= 20)
    }

    @Test func `a thousand tabs are on the screen before WebKit starts`() throws {
      let browser = try RunningBrowser(arguments: ["--time"], prepare: fill)
      defer { browser.close() }
      var times: [(browser: Int, label: Int, view: Int)] = []
      for _ in 0..<7 {
        browser.end()
        let floors = try (floor(on: browser.screen), floor(on: browser.screen, "view"))
        try browser.start(["--time"])
        times.append((try #require(try browser.timeToPaint()), floors.0, floors.1))
      }
      for (name, values) in [
        ("a thousand tabs", times.map(\.browser)), ("a window with a label", times.map(\.label)),
        ("a window with an empty view", times.map(\.view)),
      ] {
        let sorted = values.sorted()
        print("figures: from the start to the screen, \(name): median \(sorted[3]) µs, \(sorted)")
      }
    }

    /// Returns the minimum time of a start on this machine, in microseconds.
    private func floor(on screen: Screen, _ arguments: String...) throws -> Int {
      let folder = RunningBrowser.program.deletingLastPathComponent().path
      let start = Screen.now
      let output = try screen.run([folder + "/WindowFloor"] + arguments)
      return try #require(Screen.time(ofPainting: output)) - start
    }

    /// Creates a thousand tabs, and navigations in one of them.
    private func fill(_ store: Store, _ server: PageServer) throws {
      try store.perform(
        all: (0..<1_000).map { .open(OpenTab(Destination(server.url("/page/p\($0)")))) })
      let tabs = try store.session.tabs.map(\.id)
      try store.perform(
        all: tabs.enumerated().map { place, tab in .reportTitle(tab, "p\(place)") })
      for part in 0..<97 {
        try store.perform(
          all: (0..<1_000).map { number in
            .follow(tabs[999 - part], Destination(server.url("/page/q\(number % 60)")))
          })
      }
    }
  }
}
