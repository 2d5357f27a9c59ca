import BrowserModel

extension Workload {
  mutating func openWindow() -> Body {
    browser.windows.append(BrowserSketch.Window(id: WindowID(sequence)))
    return .window(.opened(WindowOpened()))
  }

  /// Opens a tab. Two thirds of the tabs are opened next to the active tab, like tabs for links.
  /// The other tabs are opened at the end of the window.
  mutating func openTab() -> Body {
    let window =
      browser.windows.firstIndex { $0.tabs.isEmpty } ?? random.below(browser.windows.count)
    let active = browser.windows[window].active
    let isLink = active >= 0 && random.below(3) < 2
    let position =
      isLink ? browser.position(of: active) + 1 : browser.windows[window].tabs.count
    var body = TabOpened()
    body.window = browser.windows[window].id
    body.index = Int32(position)
    body.isSelected = random.below(2) == 0
    if active >= 0 {
      body.openerGroup = browser[tab: active].id
      body.isOpenerGroupBrief = !isLink
      body.opener = isLink ? body.openerGroup : .nothing
      body.forgetsOpenerGroups = body.isSelected && random.below(4) == 0
    }
    body.transition = isLink ? .link : .typed
    body.url = address()
    let slot = browser.open(TabID(sequence), inWindow: window, at: position)
    if body.isSelected { browser.windows[window].active = slot }
    return .tab(.opened(body))
  }

  /// Closes a tab that is not the last tab of its window. If there is no such tab, navigates
  /// instead.
  mutating func closeTab() -> Body {
    let slot = liveTab()
    let window = browser[tab: slot].window
    guard browser.windows[window].tabs.count > 1 else { return navigate() }
    let position = browser.position(of: slot)
    var body = TabClosed()
    body.tab = browser[tab: slot].id
    body.index = Int32(position)
    body.item = ClosedItemID(sequence)
    browser.close(slot, at: position)
    if browser.windows[window].active == slot {
      let left = browser.windows[window].tabs
      let successor = left[min(position, left.count - 1)]
      browser.windows[window].active = successor
      body.successor = browser[tab: successor].id
    }
    return .tab(.closed(body))
  }

  mutating func selectTab() -> Body {
    let slot = liveTab()
    browser.windows[browser[tab: slot].window].active = slot
    var body = TabSelected()
    body.tab = browser[tab: slot].id
    body.forgetsOpenerGroups = random.below(3) == 0
    return .tab(.selected(body))
  }

  mutating func liveTab() -> Int32 { browser.live[random.below(browser.tabCount)] }
}
