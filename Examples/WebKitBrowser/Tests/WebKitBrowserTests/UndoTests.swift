import Retrace
import Testing

extension WindowTests {
  /// Ctrl+Z reverts one action of the user at a time, no matter how many pages resulted from the
  /// action.
  @Suite(.serialized) struct UndoTests {
    @Test(arguments: clicks) func `one undo reverts one click`(_ path: String) throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/earlier")
      try browser.go(browser.server.url(path)) { $0.title == "before" }
      try browser.waitForRest()
      try browser.undoesAtOnce { try browser.screen.click(600, 300) }
    }

    private static let clicks = [
      "/to/page/there", "/to/redirect/there", "/to/replace/there", "/to/refresh/there",
      "/to/hop/there", "/to/hops/there", "/to/push/there", "/to/frames/there",
      "/push-and-go/there", "/pushes/there", "/form/there", "/window/there", "/window-and-go/there",
    ]

    @Test(arguments: ["page", "redirect", "replace", "refresh", "hop", "hops"])
    func `one undo reverts one address`(_ kind: String) throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/before")
      try browser.waitForRest()
      try browser.undoesAtOnce {
        try browser.go(browser.server.url("/\(kind)/there"), waits: false)
      }
    }

    @Test func `one undo reverts one key`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      for path in ["/hop/first", "/replace/second", "/page/third"] {
        try browser.go(browser.server.url(path), waits: false)
        try browser.waitForRest()
      }
      for key in ["alt+Left", "alt+Home", "ctrl+t", "ctrl+n", "ctrl+shift+k"] {
        try browser.undoesAtOnce { try browser.pressOnly(key) }
      }
      try browser.press("ctrl+t")
      try browser.undoesAtOnce { try browser.pressOnly("ctrl+w") }
    }
  }
}

extension RunningBrowser {
  /// Performs an action, and expects that one undo restores the previous state.
  fileprivate func undoesAtOnce(_ act: () throws -> Void) throws {
    let store = try profile.get()
    let before = try store.session.description
    let asked = server.asked.count
    try act()
    try waitForRest()
    let between = try store.session.description
    #expect(between != before, "nothing was done")
    try pressOnly("ctrl+z")
    try waitForRest()
    let after = try store.session.description
    #expect(after == before, "\(server.asked.dropFirst(asked)) led to\n\(between)")
  }
}
