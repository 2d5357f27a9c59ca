internal import BrowserModel
internal import Store

extension Shell {
  /// What `state` shows a person: the windows with their tabs, and counts.
  func overview(_ words: LogText) -> Answer {
    var lines: VisibleText = ""
    for (offset, window) in windows.enumerated() {
      let browser = browser(of: window.id)
      let kind: VisibleText = window.id.isPrivate ? " (private)" : ""
      lines += style.apply(.bold, to: "Window \(offset + 1)") + "\(kind)\n"
      let tabs = window.tabs.compactMap { browser.tab($0) }
      lines += table(of: tabs, isWindow: true, words).text(width: presentation.columns)
    }
    let browser = durableBrowser
    let counts: [VisibleText] = [
      "\(browser.closed.count) closed",
      .counted(browser.bookmarks.all.count { $0.kind == .bookmark }, "bookmark"),
      .counted(browser.zoom.sites.set.count, "site") + " zoomed",
      .counted(Int(browser.sequence.rawValue), "event"),
    ]
    lines += style.apply(.dim, to: counts.joined(separator: ", ")) + "\n"
    return Answer(lines: lines)
  }
}
