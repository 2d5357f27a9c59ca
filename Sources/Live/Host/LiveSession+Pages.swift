internal import BrowserModel
internal import Exchange
internal import RetraceStore

/// Scroll positions and pictures of pages.
extension LiveSession {
  /// Records the reports about pages that are already in the model.
  func reportPages() throws {
    while let report = pageReports.first {
      try perform(report)
      pageReports.removeFirst()
    }
  }

  /// Returns the recorded scroll position of an entry, or nil if the page is at its top.
  func recordedScroll(of entry: HistoryEntry) -> [Int32]? {
    guard entry.scroll.exists else { return nil }
    var position: [Int32]?
    try? store.visitLog(isPrivate: false, from: entry.scroll, through: entry.scroll) { event, _ in
      if case .page(.scrolled(let scrolled)) = event.body { position = [scrolled.x, scrolled.y] }
      return false
    }
    return position == [0, 0] ? nil : position
  }

  private func perform(_ report: PageReport) throws {
    guard let recorded = recording.tabs[report.tab],
      let entry = histories[report.tab]?.entries.last(where: { $0.key == report.key }),
      let content = recorded.contents[entry.id], let tab = store.browser.tab(recorded.id)
    else { return }
    switch report.content {
    case .scroll(let x, let y):
      guard scrolls.updateValue([x, y], forKey: content) ?? [0, 0] != [x, y] else { return }
      try recording.perform(.reportScroll(tab.id, content: content, x: x, y: y), by: .engine)
    case .picture(let bytes):
      guard tab.currentEntry?.content == content, entry.url != PageMask.url else { return }
      try recording.report(bytes, of: tab.id)
    }
  }
}
