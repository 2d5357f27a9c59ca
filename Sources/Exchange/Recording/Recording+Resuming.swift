package import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// Windows and tabs from earlier recordings that the browser restores.
extension Recording {
  /// At the first look, resumes each open window of the log for which the browser has a window with
  /// the same tabs and the same histories.
  func resumeWindows(_ observation: Observation) throws {
    for window in observation.strip.windows {
      let shown = window.tabs.map { tab in
        observation.histories[tab.id].map { HistoryText($0) }
      }
      let recorded = try browser.windows.first { candidate in
        guard !windows.values.contains(candidate.id) else { return false }
        return try candidate.tabs.map { try history(of: $0) } == shown
      }
      guard let recorded else { continue }
      windows[window.id] = recorded.id
      for (tab, id) in zip(window.tabs, recorded.tabs) { try take(tab, as: id, observation) }
    }
    if bringsTabs { leftovers = try tabsRecordedBefore() }
  }

  /// Resumes each tab that the browser restores by itself. This may happen long after the browser's
  /// start and in any window. ``gather(_:)`` moves the tab to that window.
  func resumeTabs(_ observation: Observation) throws {
    guard !leftovers.isEmpty else { return }
    for tab in observation.strip.tabs where tabs[tab.id] == nil {
      guard let history = observation.histories[tab.id], isRestored(history),
        let id = try leftover(like: HistoryText(history))
      else { continue }
      leftovers.removeAll { $0 == id }
      try take(tab, as: id, observation)
    }
  }

  /// Whether the browser may have restored a tab. A tab that the user opens begins with a single
  /// entry. At first, this may also be true for a restored tab.
  private func isRestored(_ history: ObservedHistory) -> Bool {
    let urls = Set(history.entries.map { PageAddress.recorded($0.url) })
    guard !urls.isSubset(of: [Destination.startPage, "about:blank"]) else { return false }
    return history.entries.count > 1 || ContinuousClock.now < began + Self.startTime
  }

  /// Returns the matching tab of the log. After a crash, the tab in the log may have a longer
  /// history than in the browser.
  private func leftover(like shown: HistoryText) throws -> TabID? {
    var further: TabID?
    for id in leftovers {
      guard let recorded = try history(of: id) else { continue }
      if recorded.urls == shown.urls { return id }
      if followsCrash, further == nil, recorded.urls.starts(with: shown.urls) { further = id }
    }
    return further
  }

  /// Returns open tabs from an earlier recording that this recording has not resumed.
  private func tabsRecordedBefore() throws -> [TabID] {
    let taken = Set(tabs.values.map(\.id))
    var recorded: [TabID] = []
    for tab in browser.windows.flatMap(\.tabs) where !taken.contains(tab) {
      try store.visitLog(isPrivate: false, from: tab.event, through: tab.event) { event, _ in
        // The console and imports identify themselves.
        if event.via == .unknown, event.actor != .import { recorded.append(tab) }
        return false
      }
    }
    return recorded
  }

  /// Resumes a tab with the history that the log contains. The differences in the browser are
  /// recorded after that.
  private func take(_ tab: ObservedTab, as id: TabID, _ observation: Observation) throws {
    guard let recorded = try history(of: id) else { return }
    let shown = observation.histories[tab.id]?.entries ?? []
    var history = ObservedHistory()
    for (place, url) in recorded.urls.enumerated() {
      let isSame = place < shown.count && PageAddress.recorded(shown[place].url) == url
      var entry = isSame ? shown[place] : ObservedEntry(-Int64(place) - 1, url)
      entry.title = ""
      history.entries.append(entry)
    }
    history.index = recorded.index
    resume(tab.id, as: id, history)
    if let group = tab.group, let known = browser.tab(id)?.group, known.exists {
      groups[group] = known
    }
  }

  /// Continues a tab of the log. From now on, its entries have the ids of the given history in the
  /// browser.
  package func resume(_ observed: Int64, as id: TabID, _ history: ObservedHistory) {
    var recorded = RecordedTab(id: id, history: history)
    for (row, entry) in zip(browser.tab(id)?.entries ?? [], history.entries) {
      recorded.contents[entry.id] = row.content
    }
    tabs[observed] = recorded
  }

  private func history(of id: TabID) throws -> HistoryText? {
    guard let tab = browser.tab(id) else { return nil }
    let urls = try store.read { words in tab.entries.map { browser.url(of: $0, text: words) } }
    return HistoryText(urls: urls, index: tab.index)
  }
}

/// A tab's history as visible to the user.
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
