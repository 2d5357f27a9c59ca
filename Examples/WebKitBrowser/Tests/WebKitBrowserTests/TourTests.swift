import Foundation
import Retrace
import Testing

extension WindowTests {
  /// A tour of all screens, wide and narrow, light and dark. With `BROWSER_PICTURES=FOLDER`, it
  /// takes the pictures of the README.
  @Suite(.serialized) struct TourTests {
    @Test func `all screens`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      let screen = browser.screen
      for name in ["Rivers", "Mountains", "Deserts", "Lakes", "Woods"] {
        if name != "Rivers" { try browser.press("ctrl+t") }
        try browser.visit("/page/\(name)")
        try browser.waitForPicture()
      }
      try browser.press("ctrl+d")
      try browser.press("alt+1") { $0.title == "Rivers" }
      try browser.press("ctrl+shift+p")
      try browser.press("alt+3") { $0.title == "Deserts" }
      let store = try browser.profile.get()
      let tabs = try store.session.tabs.map(\.id)
      try store.perform(.group([tabs[2], tabs[3]], title: "Dry and wet"))
      try browser.press("ctrl+plus") { $0.zoom == 115 }
      try browser.press("ctrl+d")
      try screen.keepPicture("page")
      try browser.pressOnly("ctrl+alt+0")
      try screen.keepPicture("why-zoom")
      try browser.pressOnly("Escape")
      try browser.pressOnly("ctrl+shift+y")
      try screen.keepPicture("why")
      try browser.pressOnly("Escape")
      try browser.press("ctrl+w") { $0.tabs == 4 }
      try browser.press("ctrl+t") { $0.tabs == 5 }
      try screen.keepPicture("start")
      try browser.pressOnly("ctrl+shift+o")
      try screen.keepPicture("overview")
      try browser.pressOnly("ctrl+shift+d")
      try browser.pressOnly("ctrl+h")
      try browser.waitForLine("past ")
      for _ in 0..<8 { try browser.pressOnly("Left") }
      try screen.keepPicture("past")
      try browser.pressOnly("ctrl+h")
      try browser.press("alt+1") { $0.title == "Rivers" }
      try screen.resize(420, 760)
      try browser.waitForStep { _ in
        (try? store.session.state.browser.windows[0].bounds.width) ?? 1_000 < 600
      }
      try screen.keepPicture("narrow")
      try browser.pressOnly("ctrl+shift+o")
      try screen.keepPicture("narrow-overview")
      // The size of the window is stored with the window.
      browser.killAtOnce()
      try browser.start()
      #expect(try store.session.state.browser.windows[0].bounds.width < 600)
      #expect(try store.session.bookmarks.map(\.title) == ["Woods", "Deserts"])
    }
  }
}
