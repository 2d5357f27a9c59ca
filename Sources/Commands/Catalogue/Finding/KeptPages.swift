internal import BrowserModel
internal import RetraceStore

/// Collects the pages that match words in tabs, histories, closed items and bookmarks, without
/// duplicates. The places must be added in order, from the nearest to the farthest.
struct KeptPages {
  private let hits: WordHits
  private let words: LogText
  private let limit: Int
  private(set) var pages: [FoundPage] = []
  /// Whether all matching places in open tabs have been read.
  private(set) var hasAllTabs = true
  private var known: Set<String> = []

  /// - Parameter limit: The maximum number of places of each kind to read.
  init(_ hits: WordHits, _ words: LogText, limit: Int) {
    self.hits = hits
    self.words = words
    self.limit = limit
  }

  /// Adds the pages shown in tabs.
  mutating func addTabs(of browser: Browser) {
    var left = limit
    for window in browser.windows {
      for id in window.tabs {
        guard left > 0 else {
          hasAllTabs = false
          return
        }
        guard let entry = browser.currentEntry(of: id), mayHave(entry) else { continue }
        left -= 1
        add(entry, at: .tab(id), id: id.event, since: entry.id.event)
      }
    }
  }

  /// Adds the pages reached by Back and Forward.
  mutating func addEntries(of browser: Browser) {
    var left = limit
    for window in browser.windows {
      for id in window.tabs {
        guard left > 0 else {
          hasAllTabs = false
          return
        }
        guard browser.hasEntry(in: id, where: mayHave), let tab = browser.tab(id),
          tab.entries.count > 1
        else { continue }
        left -= 1
        // Forgotten pages are not counted as steps.
        let shown = browser.shown(tab, text: words)
        for (index, entry) in shown.entries.enumerated()
        where index != shown.index && mayHave(entry) {
          let steps = index - shown.index
          add(entry, at: .entry(id, steps: steps), id: entry.id.event, since: entry.id.event)
        }
      }
    }
  }

  /// Adds the pages shown in closed tabs, newest first, and then the other pages in the histories
  /// of these tabs.
  mutating func addClosed(of browser: Browser) {
    for item in browser.closed.reversed() {
      for closed in item.tabs {
        let tab = closed.tab
        guard let entry = tab.currentEntry, mayHave(entry) else { continue }
        add(
          entry, at: .closed(tab.id, by: item.id.event, steps: 0), id: tab.id.event,
          since: item.id.event)
      }
    }
    for item in browser.closed.reversed() {
      for closed in item.tabs where closed.tab.entries.contains(where: mayHave) {
        let tab = browser.shown(closed.tab, text: words)
        for (index, entry) in tab.entries.enumerated() where index != tab.index && mayHave(entry) {
          add(
            entry, at: .closed(tab.id, by: item.id.event, steps: index - tab.index),
            id: entry.id.event, since: item.id.event)
        }
      }
    }
  }

  mutating func addBookmarks(_ bookmarks: Bookmarks) {
    var left = limit
    for bookmark in bookmarks.all where bookmark.kind == .bookmark && left > 0 {
      guard hits.mayHave(url: bookmark.url, title: bookmark.title) else { continue }
      left -= 1
      add(
        url: words.text(.url, of: bookmark.url) ?? "",
        title: words.text(.title, of: bookmark.title) ?? "", at: .bookmark(bookmark.id),
        id: bookmark.id.event, since: bookmark.id.event)
    }
  }

  private func mayHave(_ entry: HistoryEntry) -> Bool {
    hits.mayHave(url: entry.content, title: entry.title)
  }

  private mutating func add(
    _ entry: HistoryEntry, at place: FoundPage.Place, id: EventID, since: EventID
  ) {
    add(
      url: words.text(.url, of: entry.content) ?? "",
      title: entry.title.exists ? words.text(.title, of: entry.title) ?? "" : "", at: place,
      id: id, since: since)
  }

  /// Adds a matching page, unless it was already added from a nearer place. A forgotten page has an
  /// empty address.
  private mutating func add(
    url: String, title: String, at place: FoundPage.Place, id: EventID, since: EventID
  ) {
    guard !url.isEmpty, hits.match.matches(title: title, url: url), known.insert(url).inserted
    else { return }
    pages.append(
      FoundPage(
        place: place, url: url, title: title, id: id, newest: since,
        frecency: Frecency(.link, milliseconds: 0)))
  }
}
