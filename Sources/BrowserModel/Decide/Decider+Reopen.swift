extension Decider {
  /// T4: puts back what was closed, with its ids, places, groups and histories.
  mutating func reopen<Source: TextSource & ~Copyable>(
    _ id: Sequence?, text source: borrowing Source
  ) throws(Refusal) {
    guard let id else {
      let shown = browser.closed.last { !browser.isForgotten($0, text: source) }
      guard let item = shown else {
        throw Refusal(.nothingToDo, "There is nothing to reopen.")
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
    guard item.kind == .window else { return reopen(item.tabs.reversed(), of: item) }
    var body = WindowReopened()
    body.item = item.id
    append(.window(.reopened(body)))
  }

  /// What closed last comes back first, so that each place is counted as it was when the tab closed.
  /// The tab that closed last was the one in use: it is selected again.
  private mutating func reopen(_ tabs: [ClosedTab], of item: ClosedItem) {
    let window = windowForReopening(item.window)
    var groups = groups(inWindow: window)
    for closed in tabs {
      var body = TabReopened()
      body.tab = closed.tab.id
      body.item = item.id
      body.window = window
      let index = position(of: closed, among: groups)
      groups.insert(closed.tab.group, at: index)
      body.index = Int32(index)
      body.isSelected = tabs.count == 1 || closed.tab.id == item.tabs.last?.tab.id
      append(.tab(.reopened(body)))
    }
  }

  /// Puts a tab back whose closing is no longer at hand: its entries are written down again.
  mutating func restore(_ closed: ClosedTab) throws(Refusal) {
    let tab = closed.tab
    guard browser.tab(tab.id) == nil else {
      throw Refusal(.noSuchClosedItem, "Tab #\(tab.id.rawValue) is open.")
    }
    var body = TabRestored()
    body.tab = tab.id
    body.window = windowForReopening(tab.window)
    body.index = Int32(position(of: closed, among: groups(inWindow: body.window)))
    body.opener = closed.opener
    if browser.group(tab.group)?.window == body.window { body.group = tab.group }
    body.isPinned = tab.isPinned
    body.isMuted = tab.isMuted
    body.isSelected = true
    body.temporaryZoom = tab.temporaryZoom
    body.kept = tab.kept
    append(.tab(.restored(body)))
    for (index, row) in tab.rows.enumerated() {
      append(.tab(.entryRestored(EntryRestored(row, of: tab.id, isCurrent: index == tab.index))))
    }
  }

  /// The group of each tab of a window, from left to right.
  private func groups(inWindow id: Sequence) -> [Sequence] {
    browser.window(id)?.tabs.map { browser.record($0)?.group ?? .nothing } ?? []
  }

  /// Where it stood; a tab without a group does not come back into the midst of one, but behind it.
  private func position(of closed: ClosedTab, among groups: [Sequence]) -> Int {
    let index = min(closed.index, groups.count)
    guard !closed.tab.group.exists, index > 0, index < groups.count, groups[index].exists,
      groups[index - 1] == groups[index]
    else { return index }
    return (groups.lastIndex(of: groups[index]) ?? index) + 1
  }

  /// The window it was in, else the focused one, else a new one.
  private mutating func windowForReopening(_ former: Sequence) -> Sequence {
    if browser.window(former) != nil { return former }
    if browser.window(browser.focusedWindow) != nil { return browser.focusedWindow }
    let window = upcoming
    append(.window(.opened(WindowOpened())))
    return window
  }
}

extension EntryRestored {
  init(_ row: Row, of tab: Sequence, isCurrent: Bool) {
    self.init()
    self.tab = tab
    self.entry = row.entry
    self.content = row.content
    self.document = row.document
    self.title = row.title
    self.scroll = row.scroll
    self.picture = row.picture
    self.marks = row.marks
    self.isCurrent = isCurrent
  }
}
