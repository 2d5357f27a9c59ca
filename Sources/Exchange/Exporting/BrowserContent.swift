internal import BrowserModel
internal import EventLog
internal import Session

/// What a state holds, in the words of ``Exchanged``: what the writers of formats work on.
struct BrowserContent {
  private(set) var session: ExchangedSession
  /// Bookmarks and folders as a reader would give them.
  private(set) var bookmarks: [Exchanged] = []

  /// Reads the words and times of a state's things from the log.
  ///
  /// - Complexity: O(rows + bookmarks).
  init(_ browser: Browser, _ session: Session) throws(LogFailure) {
    let times = try EventTimes(of: browser, session)
    (self.session, bookmarks) = try session.readApart { words in
      let reader = ContentReader(browser: browser, words: words, times: times)
      return (reader.session(), reader.bookmarks())
    }
  }
}

/// When the events happened that a state refers to.
private struct EventTimes {
  private var times: [Sequence: Int64] = [:]

  init(of browser: Browser, _ session: Session) throws(LogFailure) {
    var wanted = browser.bookmarks.all.map(\.id)
    for window in browser.windows {
      for tab in window.tabs.compactMap({ browser.tab($0) }) { Self.add(tab, to: &wanted) }
    }
    for item in browser.closed {
      wanted.append(item.id)
      for closed in item.tabs { Self.add(closed.tab, to: &wanted) }
    }
    for event in wanted where times[event] == nil {
      try session.visitLog(isPrivate: false, from: event, through: event) { event, _ in
        times[event.sequence] = event.happenedMilliseconds
        return false
      }
    }
  }

  private static func add(_ tab: Tab, to wanted: inout [Sequence]) {
    wanted.append(tab.lastActive.exists ? tab.lastActive : tab.id)
    wanted.append(contentsOf: tab.rows.map(\.content))
  }

  subscript(event: Sequence) -> Int64 { times[event] ?? 0 }
}

private struct ContentReader {
  let browser: Browser
  let words: LogText
  let times: EventTimes

  // MARK: Windows

  func session() -> ExchangedSession {
    var session = ExchangedSession()
    var places: [Sequence: Int] = [:]
    for window in browser.windows {
      places[window.id] = session.windows.count
      session.windows.append(self.window(window))
    }
    session.focused = places[browser.focusedWindow]
    for item in browser.closed {
      let milliseconds = times[item.id]
      if item.kind == .window {
        session.closed.append(
          ExchangedClosing(.window(closedWindow(item)), milliseconds: milliseconds))
        continue
      }
      for closed in item.tabs {
        guard let tab = tab(closed.tab) else { continue }
        session.closed.append(
          ExchangedClosing(
            .tab(tab, index: closed.index, window: places[item.window]),
            milliseconds: milliseconds))
      }
    }
    return session
  }

  private func window(_ window: Window) -> ExchangedWindow {
    var exchanged = ExchangedWindow(bounds: window.bounds, showState: window.showState)
    var groups: [Sequence] = []
    for id in window.tabs {
      guard let tab = browser.tab(id), var shown = self.tab(tab) else { continue }
      if let group = browser.group(tab.group) {
        if !groups.contains(group.id) {
          groups.append(group.id)
          exchanged.groups.append(self.group(group))
        }
        shown.group = groups.firstIndex(of: group.id)
      }
      if id == window.activeTab { exchanged.active = exchanged.tabs.count }
      exchanged.tabs.append(shown)
    }
    return exchanged
  }

  private func closedWindow(_ item: ClosedItem) -> ExchangedWindow {
    var window = ExchangedWindow(bounds: item.bounds, showState: item.showState)
    var groups: [Sequence] = []
    for closed in item.tabs {
      guard var tab = tab(closed.tab) else { continue }
      if let group = closed.group {
        if !groups.contains(group.id) {
          groups.append(group.id)
          window.groups.append(self.group(group))
        }
        tab.group = groups.firstIndex(of: group.id)
      }
      if closed.tab.id == item.activeTab { window.active = window.tabs.count }
      window.tabs.append(tab)
    }
    return window
  }

  private func group(_ group: TabGroup) -> ExchangedGroup {
    ExchangedGroup(
      title: words.text(.title, of: group.title) ?? "", color: group.color,
      isCollapsed: group.isCollapsed)
  }

  /// Nil where all that it showed was forgotten.
  private func tab(_ tab: Tab) -> ExchangedTab? {
    var entries: [ExchangedEntry] = []
    var index = 0
    var document = Sequence.nothing
    for (place, row) in tab.rows.enumerated() {
      let url = words.text(.url, of: row.content) ?? Destination.startPage
      // What was forgotten is there and empty.
      guard !url.isEmpty else { continue }
      if place <= tab.index { index = entries.count }
      entries.append(
        ExchangedEntry(
          url, title: words.text(.title, of: row.title) ?? "",
          isSameDocument: !entries.isEmpty && row.document == document,
          milliseconds: times[row.content]))
      document = row.document
    }
    guard !entries.isEmpty else { return nil }
    return ExchangedTab(
      entries: entries, index: index, isPinned: tab.isPinned, isMuted: tab.isMuted,
      milliseconds: times[tab.lastActive.exists ? tab.lastActive : tab.id])
  }

  // MARK: Bookmarks

  func bookmarks() -> [Exchanged] {
    enum Step {
      case item(Sequence)
      case end
    }
    var items: [Exchanged] = []
    var waiting: [Step] = browser.bookmarks.top.reversed().map(Step.item)
    while let step = waiting.popLast() {
      guard case .item(let id) = step else {
        items.append(.folderEnded)
        continue
      }
      guard let bookmark = browser.bookmarks[id] else { continue }
      let exchanged = exchanged(bookmark)
      switch bookmark.kind {
      case .folder:
        items.append(.folderBegan(exchanged))
        waiting.append(.end)
        waiting.append(contentsOf: bookmark.children.reversed().map(Step.item))
      case .separator: items.append(.bookmark(exchanged))
      case .bookmark: if !exchanged.url.isEmpty { items.append(.bookmark(exchanged)) }
      }
    }
    return items
  }

  private func exchanged(_ bookmark: Bookmark) -> ExchangedBookmark {
    ExchangedBookmark(
      bookmark.kind, title: words.text(.title, of: bookmark.title) ?? "",
      url: words.text(.url, of: bookmark.url) ?? "",
      tags: (words.text(.tags, of: bookmark.tags) ?? "").split(separator: "\n").map(String.init),
      keyword: words.text(.keyword, of: bookmark.keyword) ?? "",
      milliseconds: times[bookmark.id])
  }
}
