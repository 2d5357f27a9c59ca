internal import BrowserModel
internal import RetraceStore

/// New tabs and windows.
extension Recording {
  func open(_ strip: ObservedStrip, _ histories: [Int64: ObservedHistory]) throws {
    for window in strip.windows {
      for (index, tab) in window.tabs.enumerated() where tabs[tab.id] == nil {
        guard let history = histories[tab.id] else { continue }
        if let id = windows[window.id] {
          try open(tab, at: index, in: id, history)
        } else {
          try open(window, with: tab, history)
        }
      }
    }
  }

  private func open(
    _ tab: ObservedTab, at index: Int, in window: WindowID, _ history: ObservedHistory
  ) throws {
    let opener = tab.opener.flatMap { tabs[$0]?.id }
    let performed = try perform(
      .open(
        OpenTab(
          tab.destination(history), place: .index(index), window: window,
          isSelected: tab.isActive, isPinned: tab.isPinned, isLoading: tab.isLoading,
          opener: opener)))
    if let id = performed?.openedTab { begin(tab, id, history) }
  }

  /// Opens a window with its first tab.
  private func open(
    _ window: ObservedWindow, with tab: ObservedTab, _ history: ObservedHistory
  ) throws {
    let opener = tab.opener.flatMap { tabs[$0]?.id }
    let performed = try perform(
      .open(
        OpenTab(
          tab.destination(history), isInNewWindow: true, isLoading: tab.isLoading, opener: opener)))
    guard let id = performed?.openedTab, let made = browser.tab(id) else { return }
    windows[window.id] = made.window
    begin(tab, id, history)
  }

  /// Records the entries of a new tab. The first entry is recorded with the tab, and the other
  /// entries as steps.
  private func begin(_ tab: ObservedTab, _ id: TabID, _ history: ObservedHistory) {
    var first = ObservedHistory()
    first.entries = Array(history.entries.prefix(1))
    first.entries[0].title = ""
    tabs[tab.id] = RecordedTab(id: id, history: first)
    bind(first.entries[0].id, tab.id)
  }

  // MARK: Moving between windows

  /// Moves each tab to the window that contains it. ``arrange(_:_:)`` handles its position.
  func gather(_ strip: ObservedStrip) throws {
    for window in strip.windows {
      for (index, tab) in window.tabs.enumerated() {
        guard let id = tabs[tab.id]?.id, let recorded = browser.tab(id) else { continue }
        guard let target = windows[window.id] else {
          try tearOff(window, id)
          continue
        }
        guard recorded.window != target, let row = browser.window(target)?.tabs else { continue }
        try perform(.move(id, to: min(index, row.count), window: target))
      }
    }
  }

  /// Records a tab that was moved to a new window. The only tab of a window moves to a window with
  /// a start page, which is closed afterwards.
  private func tearOff(_ window: ObservedWindow, _ tab: TabID) throws {
    if try perform(.moveToNewWindow(tab), reportsRefusal: false) != nil {
      windows[window.id] = browser.tab(tab)?.window
      return
    }
    let performed = try perform(.openWindow(bounds: window.bounds, showState: window.showState))
    guard let page = performed?.openedTab, let target = browser.tab(page)?.window else { return }
    windows[window.id] = target
    try perform(.move(tab, to: 0, window: target))
    try perform(.closeTabs([page]))
  }
}

extension ObservedTab {
  /// Returns the page with which the tab opens, or nil for the start page.
  fileprivate func destination(_ history: ObservedHistory) -> Destination? {
    let entry = history.entries[0]
    let url = PageAddress.recorded(entry.url.isEmpty ? self.url : entry.url)
    return url == Destination.startPage ? nil : Destination(url, transition: entry.transition)
  }
}
