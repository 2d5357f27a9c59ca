import Retrace
import Testing

extension WindowTests {
  /// After two crashes soon after a start, a page asks which tabs to restore.
  @Suite(.serialized) struct CrashTests {
    @Test func `unchecked tabs are left out, and are not lost`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      let before = try crashTwice(browser)
      let asked = browser.server.asked.count
      try browser.screen.keepPicture("question")
      try browser.pressOnly("ctrl+shift+d")
      try browser.screen.keepPicture("question-dark")
      try browser.screen.resize(420, 760)
      try browser.screen.keepPicture("question-narrow-dark")
      try browser.pressOnly("ctrl+shift+d")
      try browser.screen.keepPicture("question-narrow")
      try browser.screen.resize(1_080, 760)
      // Until the question is answered, keys that would change tabs have no effect, and no page is
      // loaded.
      for key in ["ctrl+t", "ctrl+w", "F5", "alt+1"] { try browser.pressOnly(key) }
      #expect(try browser.profile.get().session.description == before.description)

      // The clicks check the boxes of “two” and “four”, and uncheck the box of “three”.
      for height in [360, 395, 454] { try browser.screen.click(446, height) }
      try browser.screen.keepPicture("question-answered")
      // The button “Restore the checked ones”.
      try browser.screen.click(510, 754)
      try browser.waitForStep { $0.tabs == 2 }
      #expect(try browser.titles() == ["two", "four"])
      try browser.waitForRest()
      #expect(Set(browser.server.asked.dropFirst(asked)) == ["/page/two", "/page/four"])
      #expect(
        try browser.profile.get().session.closed.flatMap(\.pages).map(\.title) == ["one", "three"])

      // One undo restores them. A tab that may have caused the crash is loaded only on request.
      try browser.press("ctrl+z") { $0.tabs == 4 }
      try browser.waitForRest()
      #expect(!browser.server.asked.dropFirst(asked).contains("/page/one"))
    }

    @Test func `nothing is restored, and one undo restores everything`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      let before = try crashTwice(browser)
      try browser.screen.click(694, 754)
      try browser.waitForStep { $0.tabs == 1 && $0.address == "" }
      try browser.waitForRest()
      try browser.press("ctrl+z") { $0.tabs == 4 }
      #expect(try browser.profile.get().session.description == before.description)
    }

    @Test func `an unanswered question is asked again`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try crashTwice(browser)
      browser.end()
      try start(browser)
      browser.killAtOnce()
      try start(browser)
      // After the answer, the question is not asked again.
      try browser.pressOnly("Return")
      try browser.waitForStep { $0.tabs == 1 && $0.title == "three" }
    }

    @Test func `the first suspect is scrolled into view, below many other tabs`() throws {
      let browser = try RunningBrowser { store, server in
        for number in 1...40 {
          try store.perform(.open(OpenTab(Destination(server.url("/page/\(number)")))))
        }
      }
      defer { browser.close() }
      for _ in 1...2 {
        try browser.waitForRest()
        #expect(browser.step.title == "40")
        browser.killAtOnce()
        try browser.start()
      }
      let last = try #require(try browser.profile.get().session.tabs.last).id.rawValue
      #expect(try browser.said("asks suspects=\([last])"))
      try browser.waitUntilSaid("asks shown=\(last)")
    }

    /// Opens two windows with pages, and causes two crashes, the second after “one” was loaded.
    /// Returns the tabs that were open.
    @discardableResult
    private func crashTwice(_ browser: RunningBrowser) throws -> Session {
      for name in ["one", "two", "three"] {
        if name != "one" { try browser.press("ctrl+t") }
        try browser.visit("/page/\(name)")
      }
      try browser.press("alt+2") { $0.title == "two" }
      try browser.press("ctrl+n") { $0.tabs == 4 }
      try browser.visit("/page/four")
      let store = try browser.profile.get()
      let first = try #require(store.session.windows.first)
      try store.perform(.focusWindow(first.id))
      try browser.waitForRest()
      browser.killAtOnce()
      try browser.start()
      try browser.press("alt+1") { $0.title == "one" }
      try browser.press("F5") { $0.title == "one" && $0.status == "complete" }
      try browser.press("alt+2") { $0.title == "two" }
      browser.killAtOnce()
      try start(browser)
      return try store.session
    }

    /// Starts the browser, which asks the question. The suspects are the tab that was loaded last
    /// and the tabs in front.
    private func start(_ browser: RunningBrowser) throws {
      let asked = browser.server.asked.count
      try browser.start()
      let tabs = try browser.profile.get().session.tabs.map(\.id.rawValue)
      #expect(try browser.said("asks suspects=\([tabs[0], tabs[1], tabs[3]])"))
      // The list scrolls when it has its size. A click before that would be lost.
      try browser.waitUntilSaid("asks shown=\(tabs[0])")
      #expect(browser.server.asked.count == asked)
    }
  }
}
