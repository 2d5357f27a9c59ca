import BrowserModel

/// What the app shows: selectors look the words up in the log.
extension SmallBrowser {
  /// Prints the tab strip and the active tab's history.
  func show(_ what: String) {
    print("\(what)\n    \(tabStrip)")
    for line in history { print("      \(line)") }
  }

  /// The tab strip: `1 example.com  [2 swift.org]`.
  var tabStrip: String {
    guard let window = state.window(state.focusedWindow) else { return "no tab" }
    return window.tabs.enumerated().compactMap { offset, id in
      guard let tab = state.tab(id) else { return nil }
      let label = "\(offset + 1) \(title(of: tab))"
      return id == window.activeTab ? "[\(label)]" : label
    }.joined(separator: "  ")
  }

  /// The back/forward list of the active tab, the current entry marked.
  var history: [String] {
    guard let tab = activeTab else { return [] }
    return tab.entries.enumerated().map { index, row in
      (index == tab.index ? "> " : "  ") + state.url(of: row, text: log)
    }
  }

  /// What the address field shows.
  var address: String {
    activeTab.map { state.address(of: $0, text: log) } ?? ""
  }

  private func title(of tab: Tab) -> String {
    let title = state.title(of: tab, text: log)
    return title.isEmpty ? state.url(of: tab, text: log) : title
  }
}
