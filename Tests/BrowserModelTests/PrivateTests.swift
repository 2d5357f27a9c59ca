import BrowserModel
import TestSupport
import Testing

/// T7: a private log folds like a durable log, with negative ids.
struct PrivateTests {
  @Test(arguments: 0..<60)
  func `T7: the same actions have the same result in both logs`(seed: Int) {
    var durable = ModelDriver()
    var secret = ModelDriver(isPrivate: true)
    var actions = RandomActions(seed: UInt64(seed))
    actions.nonsense = .max
    var others = actions
    for _ in 0..<80 {
      let action = actions.next(durable.state)
      let other = others.next(secret.state)
      if case .zoom = action { continue }
      // Private tabs cannot be sent, and tabs of other devices cannot be taken into a private
      // window.
      if [.send, .take].contains(ActionKind(action)) { continue }
      if closesWindow(action, durable) { continue }
      _ = durable.attempt(action)
      _ = secret.attempt(other)
      #expect(secret.browser.brokenInvariants() == [])
    }
    #expect(outline(secret.browser) == outline(durable.browser))
    #expect(secret.browser.tabs.allSatisfy { $0.id.isPrivate })
  }

  /// Whether an action would close a window. Closing a private window also drops its closed tabs.
  private func closesWindow(_ action: Action, _ driver: ModelDriver) -> Bool {
    var ahead = driver
    _ = ahead.attempt(action)
    return driver.browser.windows.contains { ahead.browser.window($0.id) == nil }
  }

  /// A state as numbers, without their signs.
  private func outline(_ browser: Browser) -> [[UInt32]] {
    func number(_ id: (some EventReference)?) -> UInt32 { id?.rawValue.magnitude ?? 0 }
    let windows = browser.windows.map { window in
      [number(window.id), number(window.activeTab)] + window.tabs.map(number)
    }
    let tabs = browser.tabs.map { tab in
      [
        number(tab.id), number(tab.opener), number(tab.openerGroupParent),
        number(tab.group), UInt32(tab.index),
      ] + tab.entries.flatMap { [number($0.id), number($0.content), number($0.document)] }
    }
    return windows + tabs + [[number(browser.focusedWindow), UInt32(browser.closed.count)]]
  }

  @Test func `T7: the focus moves to the private window that had it last`() throws {
    var scene = try Scene("A*", isPrivate: true)
    let first = scene.browser.focusedWindow
    try scene.perform(.openWindow())
    try scene.perform(.openWindow())
    let third = scene.browser.focusedWindow
    try scene.perform(.focusWindow(first))
    try scene.perform(.focusWindow(third))
    try scene.perform(.closeWindow(third))
    #expect(scene.browser.focusedWindow == first)
  }

  @Test func `T7: undo works in a private log`() throws {
    var scene = try Scene("A* B", isPrivate: true)
    var driver = scene.driver
    try scene.perform(.closeTabs([scene.tab("B")]))
    driver = scene.driver
    driver.undo()
    #expect(driver.browser.tabCount == 2)
    driver.redo()
    #expect(driver.browser.tabCount == 1)
  }
}
