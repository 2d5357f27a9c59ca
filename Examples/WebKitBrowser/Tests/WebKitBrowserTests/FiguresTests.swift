import Foundation
import Retrace
import Testing

extension WindowTests {
  /// How long things take with a thousand tabs and a hundred thousand events. Bounds are those of a
  /// debug build on a busy machine; `BROWSER_PROGRAM=.build/release/WebKitBrowser` measures that one.
  @Suite(.serialized) struct FiguresTests {
    @Test func `a thousand tabs and a hundred thousand events`() throws {
      let browser = try RunningBrowser(arguments: ["--time"], prepare: fill)
      defer { browser.close() }
      let painted = try #require(browser.times(of: "painted").first)
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
      // A page is a tenth of the way.
      for _ in 0..<4 { try browser.pressOnly("Page_Up") }
      try browser.waitForRest()
      let moves = try browser.times(of: "past")
      print("figures: painted \(painted) µs after the start of main")
      for (name, values) in [
        ("tab switch, action", Array(performs)), ("commands for the engine", commands),
        ("window made so", Array(shows)), ("slider", moves),
      ] {
        let sorted = values.sorted()
        print("figures: \(name): median \(sorted[sorted.count / 2]) µs, most \(sorted.last!) µs")
      }
      #expect(painted < 5_000_000)
      #expect(moves.count >= 20)
    }

    /// A thousand tabs, and pages gone to in one of them.
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
