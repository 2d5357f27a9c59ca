import Retrace
import Testing

/// Features that other browsers lack: every action can be undone, and every moment can be shown.
extension WindowTests {
  @Suite(.serialized) struct TimeTests {
    @Test func `undo reverts a closed tab, a page, a move and a bookmark`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/one")
      try browser.visit("/page/two")
      try browser.press("ctrl+z") { $0.title == "one" && !$0.canGoForward }
      try browser.press("ctrl+shift+z") { $0.title == "two" && $0.canGoBack }
      // A click in a page can be undone like a typed address.
      try browser.click(600, 300) { $0.title == "twox" }
      try browser.press("ctrl+z") { $0.title == "two" && !$0.canGoForward }
      try browser.press("alt+Left") { $0.title == "one" }
      try browser.press("ctrl+z") { $0.title == "two" }
      try browser.press("ctrl+t") { $0.tabs == 2 }
      try browser.visit("/page/three")
      try browser.press("ctrl+shift+Page_Up") { _ in (try? browser.titles()) == ["three", "two"] }
      try browser.press("ctrl+z") { _ in (try? browser.titles()) == ["two", "three"] }
      try browser.press("ctrl+w") { $0.tabs == 1 }
      try browser.press("ctrl+z") { $0.tabs == 2 && $0.title == "three" }
    }

    @Test func `the slider shows any moment, and restores it`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      for name in ["one", "two", "three"] {
        if name != "one" { try browser.press("ctrl+t") }
        try browser.visit("/page/\(name)")
      }
      let before = try browser.profile.get().session
      try browser.press("ctrl+w") { $0.tabs == 2 }
      try browser.press("ctrl+w") { $0.tabs == 1 }
      try browser.pressOnly("ctrl+h")
      // The slider has one step for each action. Reports about pages are not steps.
      var counts: [Substring?] = [try browser.waitForLine("past #").split(separator: "=").last]
      for _ in 0..<2 {
        try browser.pressOnly("Left")
        counts.append(try browser.waitForLine("past #").split(separator: "=").last)
      }
      #expect(counts == ["1", "2", "3"])
      try browser.screen.keepPicture("past")
      // The button “Bring all back” is at the right, below the slider.
      try browser.click(742, 771) { $0.tabs == 3 }
      #expect(try browser.profile.get().session.description == before.description)
    }

    @Test func `the trail contains the page that Back left`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      for name in ["one", "two"] { try browser.visit("/page/\(name)") }
      try browser.press("alt+Left") { $0.title == "one" }
      try browser.visit("/page/three")
      try browser.pressOnly("ctrl+shift+h")
      try browser.screen.keepPicture("trail")
      // The third row is the page that is no longer in the tab's history.
      try browser.pressOnly("Down")
      try browser.pressOnly("Down")
      try browser.press("Return") { $0.title == "two" }
    }

    @Test func `two windows of one profile and another program at once`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/one")
      let store = try browser.profile.get()
      let tab = try store.open(browser.server.url("/page/two"))
      try browser.waitForStep { $0.tabs == 2 && $0.title == "two" && $0.status == "complete" }
      try browser.press("ctrl+n") { $0.tabs == 3 }
      #expect(try store.session.windows.count == 2)
      try store.perform(.closeTabs([tab]))
      try browser.waitForStep { $0.tabs == 2 }
      try browser.press("ctrl+shift+n")
      try browser.go(browser.server.url("/page/secret"), waits: false)
      // No data of a private window is written.
      try browser.waitForLine("front window=-1 tab=-2 status=complete")
      #expect(try store.session.tabs.count == 2)
      var urls: [String] = []
      try store.visitLog(isPrivate: false) { event, words in
        if event.visitedURL.isPresent { urls.append(words(event.visitedURL)) }
        return true
      }
      #expect(!urls.contains { $0.contains("secret") })
    }
  }
}
