internal import BrowserModel

/// The events that adapt the state to the removed text: for example, they remove bookmarks without
/// a URL and the zoom of hosts that were forgotten.
///
/// The events are decided on the state and the text that remain after the removal.
struct ForgettingFacts {
  /// The events. The first one records the forget request itself.
  private(set) var draft = Draft()
  /// The bookmarks and folders to remove.
  private(set) var bookmarks: [Bookmark] = []
  /// The events that named the sites whose zoom is removed.
  private(set) var sites: [EventID] = []
  /// The settings that are reset to their defaults.
  private(set) var settings: [Settings.Name] = []
  /// The number of custom values that are removed.
  private(set) var valueCount = 0
  /// The tabs that lose the page they show, and the effects on them.
  private(set) var tabs = TabsAfterForgetting()
  /// The state after the events so far.
  private var state: ProfileState
  private let words: RedactedWords
  private let redactions: Redactions

  /// Creates the facts, beginning with the event that records the forget request.
  ///
  /// - Parameters:
  ///   - redactions: The events that lose text.
  ///   - state: The newest state.
  ///   - words: The remaining text.
  init(_ redactions: Redactions, _ state: ProfileState, _ words: RedactedWords) {
    self.state = state
    self.words = words
    self.redactions = redactions
    var body = Forgotten()
    body.first = redactions.first
    body.last = redactions.last
    body.count = Int32(clamping: redactions.count)
    draft.append(.time(.forgotten(body)))
  }

  /// Adds the events for all consequences of the removed text.
  mutating func addConsequences() {
    removeBookmarks()
    clearSites()
    resetSettings()
    removeValues()
    for tab in state.browser.tabs { leave(tab) }
    for item in state.browser.closed {
      for closed in item.tabs where hasLostAll(closed.tab) { tabs.closed.append(closed.tab.id) }
    }
  }

  /// Returns the given counts with the consequences included.
  func counts(_ counts: ForgettingCounts) -> ForgettingCounts {
    var counts = counts
    counts.bookmarks = bookmarks.count
    counts.sites = sites.count
    counts.settings = settings.count
    counts.values = valueCount
    return counts
  }

  /// Whether a page is lost because of this request and not because of an earlier request.
  private func isLost(_ entry: HistoryEntry) -> Bool {
    redactions.kept(of: entry.content) != nil && state.browser.isForgotten(entry, text: words)
  }

  /// Whether a tab has no page left, and loses at least one page because of this request.
  private func hasLostAll(_ tab: Tab) -> Bool {
    state.browser.isForgotten(tab, text: words) && tab.entries.contains(where: isLost)
  }

  /// Adds an event and folds it.
  private mutating func append(_ body: Body) {
    draft.append(body)
    // The event has a provisional id. No decision here depends on it.
    let browser = state.browser
    state.apply(
      Event(
        sequence: browser.sequence, batch: BatchID(browser.sequence),
        milliseconds: browser.health.lastEventMilliseconds, body: body))
  }

  /// Whether a text existed and is now empty.
  private func isForgotten(_ field: TextField, of event: EventID) -> Bool {
    event.exists && words.text(field, of: event)?.isEmpty ?? false
  }

  /// Removes bookmarks without a URL, and empty folders without a title.
  private mutating func removeBookmarks() {
    for bookmark in state.library.bookmarks.all.reversed() {
      let isNameless =
        switch bookmark.kind {
        case .bookmark: isForgotten(.url, of: bookmark.url)
        case .folder:
          isForgotten(.title, of: bookmark.title)
            && state.library.bookmarks.children(of: bookmark.id).isEmpty
        case .separator: false
        }
      guard isNameless else { continue }
      let siblings = state.library.bookmarks.children(of: bookmark.parent)
      var body = BookmarkRemoved()
      body.bookmark = bookmark.id
      body.index = Int32(siblings.firstIndex(of: bookmark.id) ?? 0)
      append(.bookmark(.removed(body)))
      bookmarks.append(bookmark)
    }
  }

  /// Removes the zoom of forgotten hosts.
  private mutating func clearSites() {
    for site in state.browser.zoom.sites.set where isForgotten(.host, of: site.name) {
      var body = SiteZoomSet()
      body.site = site.name
      append(.zoom(.siteSet(body)))
      sites.append(site.name)
    }
  }

  /// Resets settings whose values were forgotten to their defaults.
  private mutating func resetSettings() {
    for name in Settings.Name.allCases
    where isForgotten(.value, of: state.settings(with: name).source(of: name)) {
      var body = SettingChanged()
      body.name = name
      append(.setting(body))
      settings.append(name)
    }
  }

  /// Removes custom values that were forgotten. The values of closed items stay, without their
  /// content.
  private mutating func removeValues() {
    for owner in state.browser.values.owners + state.library.values.owners
    where owner.subject.map(state.browser.contains) ?? true {
      for entry in state.valueTable(of: owner)[owner] where isForgotten(.name, of: entry.source) {
        var body = ValueRemoved()
        body.owner = owner
        body.key = entry.key
        body.source = entry.source
        append(.value(.removed(body)))
        valueCount += 1
      }
    }
  }

  /// Makes a tab stop loading a forgotten page, and travel to the nearest remaining page.
  private mutating func leave(_ tab: Tab) {
    if let pending = tab.pending, isForgotten(.url, of: pending) {
      var body = LoadStopped()
      body.tab = tab.id
      append(.navigation(.stopped(body)))
    }
    guard let row = tab.currentEntry, state.browser.isForgotten(row, text: words) else { return }
    let left = state.browser.shown(tab, text: words).currentEntry
    if isLost(row) {
      let url = left.map { state.browser.url(of: $0, text: words) } ?? Destination.startPage
      if url == Destination.startPage {
        tabs.startPages.append(tab.id)
      } else {
        tabs.otherPages.append(tab.id)
      }
    }
    guard let left else { return }
    var body = Traveled()
    body.tab = tab.id
    body.entry = left.id
    append(.navigation(.traveled(body)))
  }
}
