import Foundation
import Retrace
import Testing

extension WindowTests {
  /// Details that a user notices within the first minutes.
  @Suite(.serialized) struct WindowDetailsTests {
    @Test func `GTK logs no warnings from the start to the end of a load`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/slow/page")
      try browser.pressOnly("ctrl+shift+o")
      try browser.waitForRest()
      #expect(try browser.warnings() == [])
    }

    @Test func `the scroll position is restored at any zoom`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/place/high")
      for zoom in [115, 125, 150] { try browser.press("ctrl+plus") { $0.zoom == zoom } }
      try browser.screen.run("xdotool", "mousemove", "600", "500", "click", "--repeat", "9", "5")
      try browser.waitForStep { _ in (try? browser.scroll()) ?? 0 > 100 }
      try browser.waitForRest()
      let scroll = Int(try browser.scroll())
      let asked = browser.server.asked.count
      browser.killAtOnce()
      try browser.start()
      let place = try browser.eventually {
        browser.server.asked.dropFirst(asked).last { $0.hasPrefix("/at/") }.flatMap {
          Int($0.dropFirst(4))
        }
      }
      #expect(abs(place - scroll) <= 1)
    }

    @Test func `Undo and Redo are enabled only if there is something to undo or redo`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      #expect(try browser.said("undo false redo false"))
      try browser.visit("/page/one")
      #expect(try browser.said("undo true redo false"))
      try browser.press("ctrl+z") { !$0.canGoBack }
      #expect(try browser.said("undo false redo true"))
    }

    @Test func `the window shrinks, and a panel does not widen it`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/one")
      try browser.screen.resize(360, 640)
      try browser.waitForRest()
      // These panels are next to the page, replace it, or are below it.
      for key in ["ctrl+shift+h", "Escape", "ctrl+h", "Escape", "ctrl+f", "Escape"] {
        try browser.pressOnly(key)
        try browser.waitForRest()
        #expect(try browser.screen.frontSize() == (360, 640), "after \(key)")
      }
    }

    @Test func `Escape leaves all tabs and time`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/one")
      for key in ["ctrl+shift+o", "ctrl+h"] {
        try browser.pressOnly(key)
        try browser.waitForRest()
        try browser.pressOnly("Escape")
        try browser.waitForLine("left")
        // The page has the focus again, so it receives the click.
      }
      try browser.click(600, 300) { $0.title == "onex" }
    }

    @Test func `a search counts its matches, and ends without one`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/words/river")
      try browser.pressOnly("ctrl+f")
      try browser.type("river")
      try browser.waitForLine("found 3 matches")
      try browser.type("s")
      try browser.waitForLine("found No matches")
      for _ in "rivers" { try browser.pressOnly("BackSpace") }
      try browser.type("lake")
      try browser.waitForLine("found 1 match")
    }

    @Test func `for an address that is never loaded, the reason is shown`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/one")
      let failed = try browser.go("127.0.0.1:1") { $0.status == "failed" }
      #expect(failed.address == "http://127.0.0.1:1/" && failed.title == "127.0.0.1:1")
      let session = try browser.profile.get().session
      let tab = try #require(try session.tabs.first)
      #expect(
        try session.failure(of: tab.id)?.hasPrefix("Browsers do not open port 1,") == true)
      #expect(try browser.urls() == ["about:start", browser.server.url("/page/one")])
      try browser.press("Tab", "Return") { $0.status == "complete" && $0.title == "one" }
    }

    @Test func `the icon shows how secure a page's connection is`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/one")
      #expect(try browser.saidPart("status=complete sign=local"))
      // The same server by a name that is not known to be this computer.
      let port = browser.server.port
      try browser.go("http://[::ffff:127.0.0.1]:\(port)/page/two") { $0.title == "two" }
      #expect(try browser.saidPart("status=complete sign=insecure"))
    }

    @Test func `a page that hangs is marked, and can be stopped`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.go(browser.server.url("/hang/page")) { $0.title == "before" }
      try browser.waitForRest()
      try browser.screen.click(600, 300)
      try browser.pressOnly("a")
      try browser.waitForLine("unresponsive tab=\(browser.tab)")
      try browser.screen.keepPicture("hang")
      try browser.press("ctrl+period") { $0.status == "discarded" && $0.fields["views"] == "0" }
      try browser.press("F5") { $0.status == "complete" && $0.title == "before" }
    }

    @Test func `long titles do not change the size of cards and tabs`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.go(browser.server.url("/long/words")) { $0.status == "complete" && $0.canGoBack }
      for name in ["two", "three"] {
        try browser.press("ctrl+t")
        try browser.visit("/page/\(name)")
      }
      // The tabs are 190 points wide, so the third tab is at the same position as with short
      // titles.
      try browser.click(340, 58) { $0.title == "two" }
      // There are three cards next to each other, with the third at the right.
      try browser.pressOnly("ctrl+shift+o")
      try browser.waitForRest()
      try browser.screen.keepPicture("overview-long")
      try browser.click(860, 240) { $0.title == "three" }
    }

    @Test func `tabs shrink before they scroll`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/first")
      for count in 2...10 { try browser.press("ctrl+t") { $0.tabs == count } }
      // All ten tabs are visible, and the first tab is at the same position.
      try browser.click(80, 58) { $0.title == "first" }
      try browser.screen.keepPicture("ten-tabs")
    }
  }
}

extension RunningBrowser {
  /// Waits until a closure returns a value.
  fileprivate func eventually<Value>(_ value: () throws -> Value?) throws -> Value {
    let deadline = Date(timeIntervalSinceNow: 20)
    while Date() < deadline {
      if let value = try value() { return value }
      usleep(20_000)
    }
    throw Late(description: "There was no value.")
  }
}
