extension Decider {
  /// T4: puts back what was closed, with its ids, places, groups and histories.
  mutating func reopen(_ id: Sequence?) throws(Refusal) {
    guard let id else {
      guard let item = browser.closed.last else {
        throw Refusal(.nothingToDo, "Nothing was closed.")
      }
      return reopen(item)
    }
    if let item = browser.closed.last(where: { $0.id == id }) { return reopen(item) }
    if browser.tab(id) != nil {
      throw Refusal(.noSuchClosedItem, "Tab #\(id.rawValue) is open.")
    }
    for item in browser.closed.reversed() {
      if item.kind == .window, item.window == id { return reopen(item) }
      if let closed = item.tabs.first(where: { $0.tab.id == id }) {
        return reopen([closed], of: item)
      }
    }
    throw Refusal(.noSuchClosedItem, "There is no closed tab or window #\(id.rawValue).")
  }

  private mutating func reopen(_ item: ClosedItem) {
    guard item.kind == .window else {
      return reopen(item.tabs.sorted { $0.index < $1.index }, of: item)
    }
    var body = WindowReopened()
    body.item = item.id
    append(.window(.reopened(body)))
  }

  /// The tab that closed last was the one in use: it is selected again.
  private mutating func reopen(_ tabs: [ClosedTab], of item: ClosedItem) {
    let window = windowForReopening(item)
    for closed in tabs {
      var body = TabReopened()
      body.tab = closed.tab.id
      body.item = item.id
      body.window = window
      body.index = Int32(closed.index)
      body.isSelected = tabs.count == 1 || closed.tab.id == item.tabs.last?.tab.id
      append(.tab(.reopened(body)))
    }
  }

  /// The window it was in, else the focused one, else a new one.
  private mutating func windowForReopening(_ item: ClosedItem) -> Sequence {
    if browser.window(item.window) != nil { return item.window }
    if browser.window(browser.focusedWindow) != nil { return browser.focusedWindow }
    let window = upcoming
    append(.window(.opened(WindowOpened())))
    return window
  }
}
