internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// Changes inside a tab.
extension Recording {
  func follow(_ tab: ObservedTab, _ observation: Observation) throws {
    guard let recorded = tabs[tab.id] else { return }
    if let history = observation.histories[tab.id] {
      let steps = try steps(of: recorded, tab.id, to: history)
      // A failed tab was loading until then.
      let isLoading = tab.isLoading || observation.failed.contains(tab.id)
      for step in steps {
        try perform(step, tab.id, recorded.id, in: history, isLoading: isLoading)
      }
      if steps.isEmpty, observation.reloaded.contains(tab.id) {
        // For a failed page, it is unknown whether the user or the browser requested it again.
        let isFailed = browser.tab(recorded.id)?.status == .failed
        try perform(
          .reload(recorded.id, isLoading: tab.isLoading), by: isFailed ? .engine : .user)
      }
      try report(titlesOf: history, tab.id)
      tabs[tab.id]?.history = history
    }
    if observation.failed.contains(tab.id) {
      try perform(.failLoad(recorded.id, reason: "The page could not be loaded."), by: .engine)
    } else if !tab.isLoading, browser.tab(recorded.id)?.status == .loading {
      try perform(.finishLoad(recorded.id), by: .engine)
    }
  }

  /// Returns the steps to a tab's new history. The first page in a new tab is usually the page for
  /// which the tab was opened.
  private func steps(
    of recorded: RecordedTab, _ observed: Int64, to new: ObservedHistory
  ) throws -> [HistoryStep] {
    let old = recorded.history
    guard old.isInitial else { return HistoryStep.steps(from: old, to: new) }
    guard !new.isInitial else { return [] }
    let rest = HistoryStep.steps(from: ObservedHistory(), to: new)
    let opened = try shownURL(recorded.id)
    let isAsOpened = PageAddress.recorded(new.entries[0].url) == opened
    if isAsOpened {
      tabs[observed]?.contents = [:]
      bind(new.entries[0].id, observed)
    }
    return isAsOpened ? rest : [.replace(new.entries[0])] + rest
  }

  private func perform(
    _ step: HistoryStep, _ observed: Int64, _ tab: TabID, in history: ObservedHistory,
    isLoading: Bool
  ) throws {
    switch step {
    case .travel(let count, let entry):
      if let place = place(of: entry, observed) {
        if place != 0 { try perform(.travel(tab, by: place, isLoading: isLoading)) }
      } else if count > 0, let entry = history.entries.first(where: { $0.id == entry }) {
        // The browser still has an entry that an undo has removed from the log.
        try append(entry, tab, isLoading: isLoading)
        bind(entry.id, observed)
      } else {
        try perform(.travel(tab, by: count, isLoading: isLoading))
      }
    case .append(let entry):
      try append(entry, tab, isLoading: isLoading)
      bind(entry.id, observed)
    case .replace(let entry):
      try replace(entry, tab, isLoading: isLoading)
      bind(entry.id, observed)
    }
  }

  /// Returns the number of entries from the current entry to a recorded entry, or nil if the log
  /// does not contain this entry.
  private func place(of entry: Int64, _ observed: Int64) -> Int? {
    guard let recorded = tabs[observed], let content = recorded.contents[entry],
      let tab = browser.tab(recorded.id),
      let place = tab.entries.lastIndex(where: { $0.content == content })
    else { return nil }
    return place - tab.index
  }

  /// Connects an entry of the browser to the current page of the log. Does nothing if the page
  /// already belongs to another entry, because the action was refused.
  package func bind(_ entry: Int64, _ observed: Int64) {
    guard let recorded = tabs[observed], let current = browser.tab(recorded.id)?.currentEntry,
      !recorded.contents.contains(where: { $0.key != entry && $0.value == current.content })
    else { return }
    tabs[observed]?.contents[entry] = current.content
  }

  private func append(_ entry: ObservedEntry, _ tab: TabID, isLoading: Bool) throws {
    let url = PageAddress.recorded(entry.url)
    let shown = try shownURL(tab)
    let destination = Destination(url, transition: entry.transition)
    // The browser created an entry. If the rules would treat it as a reload or a replacement, it is
    // a place in the page, which always creates an entry.
    let isPlace = url == shown || entry.isSameDocument && !isFragment(url, of: shown)
    if entry.transition == .typed, !isPlace {
      try perform(.go(tab, destination, isLoading: isLoading))
    } else {
      // Pages of the browser may change their addresses in ways that are refused for web pages.
      let manners: [Following.Manner] =
        !isPlace ? [.link] : url == shown ? [.pushState] : [.pushState, .link]
      try perform(
        firstOf: manners.map { .follow(tab, destination, Following($0, isLoading: isLoading)) })
    }
  }

  private func replace(_ entry: ObservedEntry, _ tab: TabID, isLoading: Bool) throws {
    let url = PageAddress.recorded(entry.url)
    let destination = Destination(url, transition: entry.transition)
    let manners: [Following.Manner] = entry.isSameDocument ? [.replaceState, .replace] : [.replace]
    try perform(
      firstOf: manners.map { .follow(tab, destination, Following($0, isLoading: isLoading)) },
      by: .page)
  }

  private func shownURL(_ id: TabID) throws -> String {
    guard let tab = browser.tab(id) else { return "" }
    return try store.read { words in browser.url(of: tab, text: words) }
  }

  /// Whether an address is a place in the page of another address.
  private func isFragment(_ url: String, of other: String) -> Bool {
    url.contains("#") && PageAddress.isSamePage(url, other)
  }

  // MARK: Titles

  private func report(titlesOf history: ObservedHistory, _ observed: Int64) throws {
    guard let recorded = tabs[observed], let tab = browser.tab(recorded.id) else { return }
    let told = Dictionary(recorded.history.entries.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for entry in history.entries {
      guard !entry.title.isEmpty, told[entry.id] != entry,
        let content = recorded.contents[entry.id],
        let row = tab.entries.last(where: { $0.content == content })
      else { continue }
      if try title(of: row) == entry.title { continue }
      try perform(.reportTitle(tab.id, content: row.content, entry.title), by: .engine)
    }
  }

  private func title(of row: HistoryEntry) throws -> String {
    try store.read { words in browser.title(of: row, text: words) }
  }
}
