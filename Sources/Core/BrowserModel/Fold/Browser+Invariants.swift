extension Browser {
  /// Checks the invariants of ``apply(_:)``.
  ///
  /// For tests, and for programs that check a whole profile.
  ///
  /// - Returns: A sentence for each invariant that does not hold; empty if the state is
  ///   sound.
  /// - Complexity: O(size of the state)
  public func brokenInvariants() -> [String] {
    var broken: [String] = []
    for window in windows { check(window, &broken) }
    if focusedWindow.exists ? window(focusedWindow) == nil : !windowOrder.isEmpty {
      broken.append("the focused window is not open")
    }
    if tabs.count != tabTable.count { broken.append("a tab stands in no window, or in two") }
    for bookmark in bookmarks.all where bookmarks.contains(bookmark.parent, within: bookmark.id) {
      broken.append("a folder is inside itself")
    }
    if bookmarks.all.count != bookmarks.count { broken.append("a bookmark is in no folder") }
    return broken
  }

  private func check(_ window: Window, _ broken: inout [String]) {
    if window.tabs.isEmpty { broken.append("a window without tabs is shown") }
    if !window.tabs.contains(window.activeTab) {
      broken.append("the active tab is not in its window")
    }
    let tabs = window.tabs.compactMap { tab($0) }
    if tabs.count != window.tabs.count || tabs.contains(where: { $0.window != window.id }) {
      broken.append("a window lists a tab that is not its own")
    }
    let pinned = tabs.prefix { $0.isPinned }.count
    if pinned != window.pinnedCount || tabs.dropFirst(pinned).contains(where: { $0.isPinned }) {
      broken.append("a pinned tab stands behind others")
    }
    checkGroups(tabs, of: window, &broken)
    for tab in tabs { check(tab, &broken) }
  }

  private func checkGroups(_ tabs: [Tab], of window: Window, _ broken: inout [String]) {
    for group in groups where group.window == window.id {
      let positions = tabs.indices.filter { tabs[$0].group == group.id }
      guard let first = positions.first, let last = positions.last else {
        broken.append("a group has no tabs in its window")
        continue
      }
      if positions.count != group.count || last - first + 1 != group.count {
        broken.append("a group's tabs do not stand side by side")
      }
    }
    if tabs.contains(where: { $0.isPinned && $0.group.exists }) {
      broken.append("a pinned tab is in a group")
    }
    if tabs.contains(where: { $0.group.exists && group($0.group)?.window != window.id }) {
      broken.append("a tab is in a group that is not in its window")
    }
  }

  private func check(_ tab: Tab, _ broken: inout [String]) {
    if tab.opener.exists, !tabTable.contains(tab.opener) { broken.append("an opener is gone") }
    let parent = tab.openerGroupParent
    if parent.exists, !tabTable.contains(parent) { broken.append("a family parent is gone") }
    if tab.opener == tab.id || parent == tab.id { broken.append("a tab is its own opener") }
    if !tab.rows.isEmpty, !tab.rows.indices.contains(tab.index) {
      broken.append("a tab's index names no entry")
    }
    if tab.rows.count > Settings.largestHistoryLimit { broken.append("a history is too long") }
  }
}
