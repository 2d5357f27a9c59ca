extension Decider {
  /// Closes tabs as one item. Untouched tabs are not listed in the item (T4).
  func close<Source: TextSource & ~Copyable>(
    _ ids: [TabID], text source: borrowing Source
  ) throws(Refusal) {
    var untouched: Set<TabID> = []
    for id in ids where browser.isUntouched(id, text: source) { untouched.insert(id) }
    try close(ids, untouched: untouched)
  }

  /// Closes tabs as one item, window by window.
  ///
  /// - Parameters:
  ///   - ids: The tabs.
  ///   - untouched: The tabs to omit from the closed items.
  /// - Throws: ``Refusal/Code/nothingToDo`` for no tabs, ``Refusal/Code/noSuchTab`` if a tab is not
  ///   open.
  func close(_ ids: [TabID], untouched: Set<TabID> = []) throws(Refusal) {
    guard !ids.isEmpty else { throw Refusal(.nothingToDo, "There is no tab to close.") }
    let closing = Set(ids)
    let item = ClosedItemID(upcoming)
    for window in browser.windows {
      close(closing, of: window, item: item, untouched: untouched)
    }
    for id in ids { _ = try record(id) }
  }

  /// Closes the tabs of one window that are in a set: from left to right, and the active tab last.
  private func close(
    _ closing: Set<TabID>, of window: Window, item: ClosedItemID, untouched: Set<TabID>
  ) {
    let active = closing.contains(window.activeTab) ? window.activeTab : .nothing
    var left: ContiguousArray<TabID> = []
    var count = window.tabs.count
    for id in window.tabs {
      guard closing.contains(id), id != active else {
        left.append(id)
        continue
      }
      appendClosed(id, at: left.count, ofLast: count == 1 ? window : nil, item, untouched)
      count -= 1
    }
    guard let index = left.firstIndex(of: active) else { return }
    let successor = count > 1 ? successor(of: active, among: left, closed: closing) : .nothing
    appendClosed(
      active, at: index, ofLast: count == 1 ? window : nil, item, untouched, successor: successor)
    reveal(successor)
  }

  /// Appends the closing of a tab.
  ///
  /// - Parameter window: The window that closes with the tab, or nil if it has other tabs.
  private func appendClosed(
    _ id: TabID, at index: Int, ofLast window: Window?, _ item: ClosedItemID,
    _ untouched: Set<TabID>, successor: TabID = .nothing
  ) {
    var body = TabClosed()
    body.tab = id
    body.item = item
    body.isUnlisted = untouched.contains(id)
    body.index = Int32(index)
    body.successor = successor
    if let window { body.successorWindow = successorWindow(of: [window.id]) }
    append(.tab(.closed(body)))
  }

  /// Returns the tab that becomes active when the active tab closes (T2; Chromium,
  /// `TabStripModel::DetermineNewSelectedIndex`).
  ///
  /// When a tab closes, its children pass to its parent (T3). The successor is the next tab of the
  /// parent's opener group, otherwise the parent. If the tab has no parent, the successor is a
  /// neighbour, regardless of where the tab's children are.
  ///
  /// - Parameters:
  ///   - id: The tab that closes, which is one of `tabs`.
  ///   - tabs: The tabs of the window that are still open, from left to right.
  ///   - closed: Tabs that closed before the tab `id`. The children of each closed tab count as
  ///     children of the parent of that tab.
  /// - Returns: The successor, or ``EventID/nothing`` if no other tab is left.
  /// - Complexity: O(tabs of the window)
  func successor(
    of id: TabID, among tabs: ContiguousArray<TabID>, closed: Set<TabID> = []
  ) -> TabID {
    guard let position = tabs.firstIndex(of: id), let tab = browser.record(id) else {
      return .nothing
    }
    let parent = openerGroupParent(of: id, passing: closed)
    let next = nearestChild(
      of: parent, around: position, among: tabs, closed: closed.union([id]))
    for candidate in [next, tabs.contains(parent) ? parent : .nothing]
    where candidate.exists && !isCollapsed(candidate) {
      return candidate
    }
    return neighbour(of: tab, at: position, among: tabs)
  }

  /// Returns the parent of the opener group that a tab belongs to after the tabs in `closed` have
  /// closed.
  private func openerGroupParent(of tab: TabID, passing closed: Set<TabID>) -> TabID {
    let window = browser.record(tab)?.window ?? .nothing
    var parent = browser.openerGroupParent(of: tab)
    while closed.contains(parent), parent != tab, browser.record(parent)?.window == window {
      parent = browser.openerGroupParent(of: parent)
    }
    return parent
  }

  /// Returns the next tab to the right in the opener group of `parent`, otherwise the next tab to
  /// the left, otherwise ``EventID/nothing``.
  private func nearestChild(
    of parent: TabID, around position: Int, among tabs: ContiguousArray<TabID>,
    closed: Set<TabID>
  ) -> TabID {
    guard parent.exists else { return .nothing }
    let order = Array((position + 1)..<max(position + 1, tabs.count)) + (0..<position).reversed()
    let nearest = order.first { openerGroupParent(of: tabs[$0], passing: closed) == parent }
    return nearest.map { tabs[$0] } ?? .nothing
  }

  /// Returns a neighbour in the same group. Otherwise, returns the next tab to the right that is
  /// not in a collapsed group, or else the next such tab to the left. If there is no such tab,
  /// returns a direct neighbour.
  private func neighbour(
    of tab: TabRecord, at position: Int, among tabs: ContiguousArray<TabID>
  ) -> TabID {
    let right = tabs.index(after: position)
    if tab.group.exists, !isCollapsed(tab.id) {
      if right < tabs.count, browser.record(tabs[right])?.group == tab.group { return tabs[right] }
      if position > 0, browser.record(tabs[position - 1])?.group == tab.group {
        return tabs[position - 1]
      }
    }
    for id in tabs[min(right, tabs.count)...] where !isCollapsed(id) { return id }
    for id in tabs[..<position].reversed() where !isCollapsed(id) { return id }
    return right < tabs.count ? tabs[right] : position > 0 ? tabs[position - 1] : .nothing
  }

  /// Expands the group of a tab that becomes active, because the active tab is always visible
  /// (Chromium, Firefox).
  func reveal(_ id: TabID) {
    guard let group = browser.record(id)?.group, isCollapsed(id) else { return }
    appendCollapsed(group, false)
  }

  /// Whether a tab is in a collapsed group.
  func isCollapsed(_ id: TabID) -> Bool {
    guard let tab = browser.record(id), tab.group.exists else { return false }
    return browser.group(tab.group)?.isCollapsed ?? false
  }

  /// Returns the open window that most recently had the focus, ignoring windows that close, or
  /// ``EventID/nothing`` if no other window is open.
  func successorWindow(of closing: [WindowID]) -> WindowID {
    var best: Window?
    for window in browser.windows where !closing.contains(window.id) {
      let isNewer =
        window.lastFocused.rawValue.magnitude > best?.lastFocused.rawValue.magnitude ?? 0
      if best == nil || isNewer { best = window }
    }
    return best?.id ?? .nothing
  }
}
