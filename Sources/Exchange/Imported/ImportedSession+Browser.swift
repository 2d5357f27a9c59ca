internal import BrowserModel
internal import EventLog
internal import Store

extension ImportedSession {
  /// The open windows of a state, as another browser would hold them. Addresses are in the model's words.
  ///
  /// - Complexity: O(entries).
  init(_ browser: Browser, _ words: LogText) {
    self.init()
    for window in browser.windows {
      if window.id == browser.focusedWindow { focused = windows.count }
      windows.append(ImportedWindow(window, browser, words))
    }
  }
}

extension ImportedWindow {
  fileprivate init(_ window: Window, _ browser: Browser, _ words: LogText) {
    let tabs = window.tabs.compactMap { browser.tab($0) }
    let groups = browser.groups.filter { $0.window == window.id }
    self.init(
      tabs: tabs.map { ImportedTab($0, groups.map(\.id), browser, words) },
      groups: groups.map { group in
        ImportedGroup(
          title: browser.title(of: group, text: words), color: group.color,
          isCollapsed: group.isCollapsed)
      },
      active: tabs.firstIndex { $0.id == window.activeTab } ?? 0, bounds: window.bounds,
      showState: window.showState)
  }
}

extension ImportedTab {
  fileprivate init(_ tab: Tab, _ groups: [EventID], _ browser: Browser, _ words: LogText) {
    var entries = tab.rows.map { row in
      ImportedEntry(
        browser.url(of: row, text: words), title: browser.title(of: row, text: words))
    }
    if entries.isEmpty { entries = [ImportedEntry(Destination.startPage)] }
    self.init(
      entries: entries, index: tab.index, isPinned: tab.isPinned, isMuted: tab.isMuted,
      group: groups.firstIndex(of: tab.group))
  }
}
