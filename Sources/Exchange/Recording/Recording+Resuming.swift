internal import BrowserModel
internal import EventLog
internal import Session

/// Windows that were recorded before, and that the browser brings along again.
extension Recording {
  /// Takes up each open window of the log in which the same tabs stand as in one of the browser's, with the
  /// same histories. One in which a single thing differs is another window, and is recorded as a new one.
  func resume(_ observation: Observation) throws {
    for window in observation.strip.windows {
      let shown = window.tabs.map { tab in
        observation.histories[tab.id].map { HistoryText($0) }
      }
      let recorded = try browser.windows.first { candidate in
        guard !windows.values.contains(candidate.id) else { return false }
        return try candidate.tabs.map { try history(of: $0) } == shown
      }
      if let recorded { resume(window, recorded, observation) }
    }
  }

  private func resume(_ window: ObservedWindow, _ recorded: Window, _ observation: Observation) {
    windows[window.id] = recorded.id
    for (tab, id) in zip(window.tabs, recorded.tabs) {
      tabs[tab.id] = RecordedTab(
        id: id, history: observation.histories[tab.id] ?? ObservedHistory())
      if let group = tab.group, let known = browser.tab(id)?.group, known.exists {
        groups[group] = known
      }
    }
  }

  private func history(of id: Sequence) throws -> HistoryText? {
    guard let tab = browser.tab(id) else { return nil }
    let urls = try session.read { words in tab.rows.map { browser.url(of: $0, text: words) } }
    return HistoryText(urls: urls, index: tab.index)
  }
}

/// A tab's history by what a person sees of it.
private struct HistoryText: Equatable {
  let urls: [String]
  let index: Int

  init(urls: [String], index: Int) {
    self.urls = urls
    self.index = index
  }

  init(_ history: ObservedHistory) {
    urls = history.entries.map { PageAddress.recorded($0.url) }
    index = history.index
  }
}
