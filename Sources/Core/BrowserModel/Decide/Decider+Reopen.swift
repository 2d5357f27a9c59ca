extension Decider {
  /// Reopens a closed item with its ids, places, groups and histories (T4).
  ///
  /// If no id is given, reopens the newest item that was not forgotten. The id may identify a
  /// closed item, a closed window, or a single closed tab, which is then removed from its item.
  func reopen<Source: TextSource & ~Copyable>(
    _ id: EventID?, text source: borrowing Source
  ) throws(Refusal) {
    guard let id else {
      let shown = browser.closed.last { !browser.isForgotten($0, text: source) }
      guard let item = shown else {
        throw Refusal(.nothingToDo, "There is nothing to reopen.")
      }
      return try reopen(item, text: source)
    }
    if let item = browser.closed.last(where: { $0.id.event == id }) {
      return try reopen(item, text: source)
    }
    if browser.tab(TabID(id)) != nil {
      throw Refusal(.noSuchClosedItem, "Tab #\(id.rawValue) is open.")
    }
    for item in browser.closed.reversed() {
      if item.kind == .window, item.window.event == id { return try reopen(item, text: source) }
      if let offset = item.tabs.firstIndex(where: { $0.tab.id.event == id }) {
        return try reopen([offset], of: item, text: source)
      }
    }
    throw Refusal(.noSuchClosedItem, "There is no closed tab or window #\(id.rawValue).")
  }

  /// Reopens an item. A window is restored to its previous state, or, if it is already open, its
  /// tabs are added to it. Forgotten tabs stay closed, unless all tabs were forgotten.
  private func reopen<Source: TextSource & ~Copyable>(
    _ item: ClosedItem, text source: borrowing Source
  ) throws(Refusal) {
    var known: [Int] = []
    for (offset, closed) in item.tabs.enumerated()
    where !browser.isForgotten(closed.tab, text: source) {
      known.append(offset)
    }
    if known.isEmpty { known = Array(item.tabs.indices) }
    guard item.kind == .window, browser.window(item.window) == nil else {
      return try reopen(known.reversed(), of: item, text: source)
    }
    var body = WindowReopened()
    body.item = item.id
    append(.window(.reopened(body)))
    closeAgain(item, except: known)
    if let active = item.tabs.first(where: { $0.tab.id == item.activeTab }) {
      expandGroup(of: active)
    }
  }

  /// Closes the forgotten tabs of a window that has just been reopened. The active tab closes last.
  private func closeAgain(_ item: ClosedItem, except known: [Int]) {
    var left = item.tabs.map { $0.tab.id }
    let closing = ClosedItemID(upcoming)
    let gone = item.tabs.indices.filter { !known.contains($0) }.map { item.tabs[$0].tab.id }
    for id in gone.filter({ $0 != item.activeTab }) + gone.filter({ $0 == item.activeTab }) {
      let index = left.firstIndex(of: id) ?? 0
      left.remove(at: index)
      var body = TabClosed()
      body.tab = id
      body.item = closing
      body.index = Int32(index)
      if id == item.activeTab, !left.isEmpty { body.successor = left[min(index, left.count - 1)] }
      append(.tab(.closed(body)))
    }
  }

  /// Reopens tabs of an item in reverse order of closing, so that each recorded index is valid.
  /// Selects the tab that was in use (`selectedOffset`).
  private func reopen<Source: TextSource & ~Copyable>(
    _ offsets: [Int], of item: ClosedItem, text source: borrowing Source
  ) throws(Refusal) {
    var strips: [WindowID: [GroupID]] = [:]
    let selected = offsets.count == 1 ? offsets[0] : item.selectedOffset
    for offset in offsets {
      let closed = item.tabs[offset]
      let isNew = strips[closed.tab.window] == nil && browser.window(closed.tab.window) == nil
      if isNew { append(.window(.restored(item.previousWindow(of: closed)))) }
      var strip = strips[closed.tab.window] ?? groups(inWindow: closed.tab.window)
      let position = position(
        item.place(offset, isAlone: offsets.count == 1), of: closed, among: strip)
      strip.insert(closed.tab.group ?? .nothing, at: position)
      strips[closed.tab.window] = strip
      var body = TabReopened()
      body.tab = closed.tab.id
      body.item = item.id
      body.window = closed.tab.window
      body.index = Int32(position)
      body.isSelected = offset == selected
      append(.tab(.reopened(body)))
      try loadAgain(closed.tab, text: source)
    }
    let shown = item.tabs[selected]
    expandGroup(of: shown)
    if browser.focusedWindow != shown.tab.window, browser.window(shown.tab.window) != nil {
      try focus(shown.tab.window)
    }
  }

  /// Restarts the load that the user had requested in a fresh tab.
  private func loadAgain<Source: TextSource & ~Copyable>(
    _ tab: Tab, text source: borrowing Source
  ) throws(Refusal) {
    guard let target = browser.firstTarget(of: tab, text: source) else { return }
    var body = NavigationStarted()
    body.tab = tab.id
    try describe(&body, Destination(of: target, text: source))
    append(.navigation(.started(body)))
  }

  /// Expands the group of a reopened tab that becomes active.
  private func expandGroup(of closed: ClosedTab) {
    let group = browser.group(closed.tab.group) ?? closed.group
    if let group, group.isCollapsed { appendCollapsed(group.id, false) }
  }

  /// Reopens a tab that is no longer among the closed items. Its entries are written to the log
  /// again.
  func restore<Source: TextSource & ~Copyable>(
    _ closed: ClosedTab, text source: borrowing Source
  ) throws(Refusal) {
    let tab = closed.tab
    guard browser.tab(tab.id) == nil else {
      throw Refusal(.noSuchClosedItem, "Tab #\(tab.id.rawValue) is open.")
    }
    if browser.window(tab.window) == nil {
      var body = WindowRestored()
      body.window = tab.window
      append(.window(.restored(body)))
    }
    var body = TabRestored()
    body.tab = tab.id
    body.window = tab.window
    let place = (index: closed.index, indexInGroup: closed.indexInGroup)
    body.index = Int32(position(place, of: closed, among: groups(inWindow: tab.window)))
    body.opener = closed.opener ?? .nothing
    if browser.group(tab.group)?.window == tab.window { body.group = tab.group ?? .nothing }
    body.isPinned = tab.isPinned
    body.isMuted = tab.isMuted
    body.isSelected = true
    body.temporaryZoom = tab.temporaryZoom
    body.kept = tab.kept ?? .nothing
    append(.tab(.restored(body)))
    for (index, entry) in tab.entries.enumerated() {
      append(.tab(.entryRestored(EntryRestored(entry, of: tab.id, isCurrent: index == tab.index))))
    }
    for entry in closed.values {
      append(.value(.set(ValueSet(.tab(tab.id), entry.key, source: entry.source))))
    }
    try loadAgain(tab, text: source)
    if let group = browser.group(body.group), group.isCollapsed {
      appendCollapsed(group.id, false)
    }
    if browser.focusedWindow != tab.window, browser.window(tab.window) != nil {
      try focus(tab.window)
    }
  }

  /// Returns the group of each tab of a window, from left to right.
  private func groups(inWindow id: WindowID) -> [GroupID] {
    browser.window(id)?.tabs.map { browser.record($0)?.group ?? .nothing } ?? []
  }

  /// Returns the index at which a tab is reopened.
  ///
  /// If its group exists, the tab returns to its place in the group, as in recordings of Chromium.
  /// Otherwise, its index in the window is used. If this index is inside another group, the tab is
  /// placed to the right of that group.
  private func position(
    _ place: (index: Int, indexInGroup: Int), of closed: ClosedTab, among groups: [GroupID]
  ) -> Int {
    if let group = closed.tab.group, let first = groups.firstIndex(of: group),
      let last = groups.lastIndex(of: group)
    {
      return min(first + max(place.indexInGroup, 0), last + 1)
    }
    let index = min(max(place.index, 0), groups.count)
    guard index > 0, index < groups.count, groups[index].exists,
      groups[index - 1] == groups[index]
    else { return index }
    return (groups.lastIndex(of: groups[index]) ?? index) + 1
  }
}

extension ClosedItem {
  /// The offset of the tab to select when the item is reopened: the active tab of a window,
  /// otherwise the tab that closed last.
  fileprivate var selectedOffset: Int {
    let active = kind == .window ? tabs.firstIndex { $0.tab.id == activeTab } : nil
    return active ?? tabs.count - 1
  }

  /// Returns the place of a tab, corrected for the tabs of the item that are still closed.
  ///
  /// In a closed window, the recorded index counts all tabs, so the tabs to the left are
  /// subtracted. In other items, the recorded index counts only the tabs that were still open when
  /// the tab closed. If a tab of another item is reopened without the rest of the item, the tabs to
  /// its left that closed later are subtracted.
  fileprivate func place(_ offset: Int, isAlone: Bool) -> (index: Int, indexInGroup: Int) {
    let closed = tabs[offset]
    var place = (index: closed.index, indexInGroup: closed.indexInGroup)
    let others = kind == .window ? tabs[..<offset] : isAlone ? tabs[(offset + 1)...] : []
    for other in others where other.tab.window == closed.tab.window {
      guard kind == .window || other.index < place.index else { continue }
      place.index -= 1
      if closed.group != nil, other.group?.id == closed.group?.id { place.indexInGroup -= 1 }
    }
    return place
  }

  /// Returns the event that re-creates the window of a closed tab. The window has its previous
  /// position if it closed with the tab.
  fileprivate func previousWindow(of closed: ClosedTab) -> WindowRestored {
    var body = WindowRestored()
    body.window = closed.tab.window
    if closed.tab.window == window {
      body.bounds = bounds
      body.showState = showState
      body.title = title
    }
    return body
  }
}

extension EntryRestored {
  /// Creates the event that restores an entry.
  init(_ entry: HistoryEntry, of tab: TabID, isCurrent: Bool) {
    self.init()
    self.tab = tab
    self.entry = entry.id
    self.content = entry.content
    self.document = entry.document
    self.title = entry.title
    self.scroll = entry.scroll
    self.picture = entry.picture
    self.marks = entry.flags
    self.isCurrent = isCurrent
  }
}
