import Testing

/// What the browsers that started this project do, in a real window with a real engine.
@Suite(.serialized, .enabled(if: Screen.isThere)) struct FoundingBrowserTests {
  @Test func `Korion: a start page, Back to it, and all of it after a crash`() throws {
    let browser = try RunningBrowser()
    defer { browser.close() }
    #expect(browser.step.address == "" && !browser.step.canGoBack)
    let first = try browser.visit("/page/first")
    #expect(first.title == "first" && first.canGoBack)
    let second = try browser.visit("/redirect/second")
    #expect(second.address == browser.server.url("/page/second"))
    try browser.press("alt+Left") { $0.title == "first" }
    let start = try browser.press("alt+Left") { !$0.canGoBack }
    #expect(start.address == "" && start.canGoForward)
    try browser.press("alt+Right") { $0.title == "first" }

    browser.killAtOnce()
    try browser.start()
    #expect(browser.step.title == "first")
    #expect(browser.step.canGoBack && browser.step.canGoForward)
    try browser.press("alt+Right") { $0.title == "second" && !$0.canGoForward }
  }
}
