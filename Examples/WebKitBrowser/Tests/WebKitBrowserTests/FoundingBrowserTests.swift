import Retrace
import Testing

/// The behaviour of the browsers that inspired this project, in a real window with a real engine.
extension WindowTests {
  @Suite(.serialized) struct FoundingBrowserTests {
    @Test func `Neeva: many tabs, pictures, and an address field that leads back`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      let server = browser.server
      try browser.profile.get().perform(
        .set(.searchTemplate, server.url("/search?q={searchTerms}")))
      try browser.visit("/page/news")
      try browser.press("ctrl+t") { $0.tabs == 2 }
      try browser.visit("/page/mail")

      // Switching tabs does not load or change any page.
      let asked = server.asked
      try browser.press("alt+1") { $0.title == "news" }
      try browser.press("alt+2") { $0.title == "mail" }
      #expect(server.asked == asked)

      // The progress bar belongs to the tab that is loading.
      try browser.go(server.url("/slow/late"), waits: false)
      try browser.waitForLine("front window=2 tab=\(browser.tab) status=loading")
      try browser.pressOnly("alt+1")
      try browser.waitForLine("front window=2 tab=3 status=complete")
      try browser.press("alt+2") { $0.title == "late" }

      // Text that is not an address is searched for, with any characters. The field shows the text.
      let search = try browser.go("^ & * $ + # %") { $0.title == "results" }
      #expect(search.address == "^ & * $ + # %")
      #expect(server.asked.last == "/search?q=%5E+%26+*+%24+%2B+%23+%25")
      let count = server.asked.count
      try browser.pressOnly("ctrl+l")
      try browser.press("Return") { _ in server.asked.count > count }
      #expect(server.asked.last == "/search?q=%5E+%26+*+%24+%2B+%23+%25")

      // The overview takes pictures, which are stored.
      try browser.press("ctrl+shift+o") { _ in true }
      try browser.screen.keepPicture("overview")
      for tab in try browser.profile.get().session.tabs { try browser.waitForPicture(of: tab.id) }
    }

    @Test func `MyDemo: a strip of tabs over one address bar, and bookmarks`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/one")
      try browser.press("ctrl+t") { $0.tabs == 2 }
      #expect(!browser.step.canGoBack && !browser.step.canGoForward)
      try browser.visit("/page/two")
      #expect(browser.step.canGoBack && !browser.step.canGoForward)

      // The mouse selects the first tab, then the second tab, and drags the second tab to the left.
      try browser.screen.keepPicture("strip")
      try browser.click(160, 58) { $0.title == "one" }
      try browser.click(340, 58) { $0.title == "two" }
      try browser.drag(from: (340, 58), to: (90, 58))
      try browser.waitForStep { _ in (try? browser.titles()) == ["two", "one"] }
      try browser.press("ctrl+z") { _ in (try? browser.titles()) == ["one", "two"] }

      // A bookmark is added, opened from the bar, removed, and restored by undo.
      try browser.press("ctrl+d")
      #expect(try browser.profile.get().session.bookmarks.map(\.title) == ["two"])
      try browser.press("alt+1") { $0.title == "one" }
      try browser.click(110, 140) { $0.title == "two" }
      try browser.screen.keepPicture("bookmarks")
      try browser.press("ctrl+d")
      #expect(try browser.profile.get().session.bookmarks.isEmpty)
      try browser.press("ctrl+z")
      #expect(try browser.profile.get().session.bookmarks.map(\.title) == ["two"])

      try browser.press("ctrl+w") { $0.tabs == 1 }
      try browser.press("ctrl+shift+t") { $0.tabs == 2 }
      try browser.press("alt+Left") { $0.tabs == 2 && $0.canGoForward }
    }

    @Test func `iOS web browser: addresses are completed or refused, loads fail and stop`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      let server = browser.server
      let first = try browser.go("127.0.0.1:\(server.port)/page/first") { $0.title == "first" }
      #expect(first.address == server.url("/page/first"))

      try browser.go("https://", waits: false)
      try browser.waitForLine("refused ")
      try browser.screen.keepPicture("refusal")
      try browser.pressOnly("Escape")

      // A failed load leaves the history unchanged and shows the reason.
      let failed = try browser.go(server.url("/broken/page")) { $0.status == "failed" }
      #expect(failed.canGoBack)
      try browser.screen.keepPicture("failure")
      #expect(try browser.urls() == ["about:start", server.url("/page/first")])
      #expect(failed.address == server.url("/broken/page"))
      #expect(failed.title == "127.0.0.1:\(server.port)/broken/page")
      // Reload tries the failed address again, and the other button returns to the previous page.
      let count = server.asked.count
      try browser.press("F5") { $0.status == "failed" && server.asked.count > count }
      #expect(server.asked.last == "/broken/page")
      try browser.press("Tab", "Return") { $0.status == "complete" && $0.title == "first" }

      // A stopped load also leaves the history unchanged.
      try browser.go(server.url("/slow/endless"), waits: false)
      try browser.waitForLine("front window=2 tab=3 status=loading")
      try browser.press("ctrl+period") { $0.status == "complete" }
      #expect(try browser.urls() == ["about:start", server.url("/page/first")])
      // A file that is not a page does not change the history either.
      try browser.go(server.url("/empty/page"))
      try browser.go(server.url("/file/data"))
      #expect(try browser.urls() == ["about:start", server.url("/page/first")])
    }

    @Test func `Back to an unavailable page does not change the history`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      let paths = ["/page/first", "/once/second", "/page/third"]
      for path in paths { try browser.visit(path) }
      // The previous page is still in memory, so it is requested again only after a restart.
      browser.killAtOnce()
      try browser.start()
      let urls = ["about:start"] + paths.map { browser.server.url($0) }
      let failed = try browser.press("alt+Left") { $0.status == "failed" }
      #expect(failed.address == browser.server.url("/once/second"))
      #expect(failed.canGoBack && !failed.canGoForward)
      #expect(try browser.urls() == urls)
      try browser.screen.keepPicture("failure")
      try browser.press("Tab", "Return") { $0.status == "complete" && $0.title == "third" }
      let alt = try browser.click(600, 300) { $0.title == "thirdx" }
      #expect(alt.canGoBack)
      #expect(try browser.urls() == urls + [browser.server.url("/page/thirdx")])
    }

    @Test func `pages that change their address by themselves, frames, and what they open`() throws
    {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/push/g")
      // Each click calls `pushState`. Back returns through these entries within the document.
      try browser.click(600, 300) { $0.address.hasSuffix("/push/g1") }
      try browser.click(600, 300) { $0.address.hasSuffix("/push/g2") }
      try browser.press("alt+Left") { $0.address.hasSuffix("/push/g1") }
      try browser.press("alt+Left") { $0.address.hasSuffix("/push/g") }
      try browser.press("alt+Right") { $0.address.hasSuffix("/push/g1") }
      try browser.press("ctrl+z") { $0.address.hasSuffix("/push/g") }
      // The page navigates by itself and replaces the entry.
      try browser.go(browser.server.url("/replace/there")) {
        $0.address.hasSuffix("/page/there") && $0.status == "complete"
      }
      #expect(try browser.urls().contains { $0?.hasSuffix("/replace/there") == true } == false)
      try browser.visit("/frames/f")
      try browser.press("alt+Left") { $0.title == "there" }
      // A middle click opens a tab in the background.
      try browser.click(600, 300, button: 2) { $0.tabs == 2 && $0.title == "there" }
      try browser.press("ctrl+Tab") { $0.title == "therex" }
    }

    @Test func `a limited number of pages stay in memory, and their tabs lose nothing`() throws {
      let browser = try RunningBrowser(arguments: ["--pages", "2"])
      defer { browser.close() }
      for name in ["one", "two", "three"] {
        if name != "one" { try browser.press("ctrl+t") }
        try browser.visit("/page/\(name)")
      }
      try browser.waitForStep { $0.fields["views"] == "2" }
      #expect(browser.step.tabs == 3)
      let asked = browser.server.asked.count
      try browser.press("alt+1") { $0.title == "one" && $0.status == "complete" && $0.canGoBack }
      try browser.waitForRest()
      #expect(browser.server.asked.count == asked + 1)
      try browser.press("alt+Left") { $0.address == "" && $0.canGoForward }
    }

    @Test func `Korion: a start page, Back to it, and all of it after a crash`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      #expect(browser.step.address == "" && !browser.step.canGoBack)
      try browser.screen.keepPicture("start")
      let first = try browser.visit("/page/first")
      #expect(first.canGoBack)
      let second = try browser.visit("/redirect/second")
      #expect(second.address == browser.server.url("/page/second"))
      try browser.press("alt+Left") { $0.title == "first" }
      let start = try browser.press("alt+Left") { !$0.canGoBack }
      #expect(start.address == "" && start.canGoForward)
      try browser.press("alt+Right") { $0.title == "first" }

      // The zoom of a site, on Safari's ladder.
      try browser.press("ctrl+plus") { $0.zoom == 115 }
      try browser.press("ctrl+plus") { $0.zoom == 125 }

      browser.killAtOnce()
      try browser.start()
      #expect(browser.step.title == "first" && browser.step.zoom == 125)
      #expect(browser.step.canGoBack && browser.step.canGoForward)
      try browser.press("alt+Right") { $0.title == "second" && !$0.canGoForward }
    }

    @Test func `Samaritan: Back uses the stored history, and crashing pages are left out`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/log")
      // Clicks the link in the page twice.
      try browser.click(600, 300) { $0.title == "logx" }
      try browser.click(600, 300) { $0.title == "logxx" }
      try browser.press("alt+Left") { $0.title == "logx" }
      try browser.screen.run("xdotool", "mousemove", "600", "500", "click", "--repeat", "6", "5")
      try browser.waitForStep { _ in (try? browser.scroll()) ?? 0 > 100 }
      let scroll = try browser.scroll()

      browser.killAtOnce()
      try browser.start()
      #expect(browser.step.title == "logx")
      try browser.press("alt+Right") { $0.title == "logxx" }
      try browser.press("alt+Left") { $0.title == "logx" }
      #expect(try browser.scroll() == scroll)

      // The page's process ends. The tab stays open, and loads the page again on request.
      try browser.killPages()
      try browser.waitForLine("front window=2 tab=3 status=discarded")
      try browser.screen.keepPicture("ended")
      try browser.press("F5") { $0.title == "logx" && $0.status == "complete" }

      // The program has now crashed twice soon after its start. The page that loaded last is
      // restored only if the user checks it.
      browser.killAtOnce()
      try browser.start()
      #expect(browser.step.status == "complete" && browser.step.fields["views"] == "0")
      for key in ["shift+Tab", "space", "Tab"] { try browser.pressOnly(key) }
      try browser.press("Return") { $0.fields["views"] == "1" && $0.title == "logx" }
    }
  }
}
