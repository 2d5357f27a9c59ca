internal import BrowserModel
internal import Store

/// What the commands about tabs share.
extension Shell {
  /// Lends words for an answer.
  func view(_ body: (LogText) -> Answer) throws(CommandFailure) -> Answer { try read(body) }

  func json(_ words: LogText) -> StateJSON {
    StateJSON(shell: self, words: words)
  }

  /// “opened tab 3: Example — https://example.com/”; in a window without the focus “opened tab #12: …”.
  func sentence(_ done: VisibleText, _ id: EventID?) -> VisibleText {
    guard let id, let tab = browser(of: id).tab(id) else { return done }
    let name: VisibleText = hasFocus(tab.window) ? "\(position(of: tab))" : "#\(id.rawValue)"
    return "\(done) tab \(name): \(label(of: tab))"
  }

  /// Makes a tab the active one, and its window the focused one.
  mutating func select(_ tab: Tab) throws(CommandFailure) -> Answer {
    let isAlready = activeTab?.id == tab.id
    let performed = isAlready ? Commit.nothing : try perform(.select(tab.id))
    isPrivateFocused = tab.id.isPrivate
    return answer(performed, sentence(isAlready ? "already at" : "at", tab.id))
  }

  func neighbour(by step: Int) throws(CommandFailure) -> Tab {
    let active = try tab(nil)
    let window = try window(nil)
    let seen = window.tabs.filter { id in
      let group = browser.tab(id)?.group ?? .nothing
      return id == active.id || !(browser.group(group)?.isCollapsed ?? false)
    }
    let position = seen.firstIndex(of: active.id) ?? 0
    let id = seen[(position + step + seen.count) % seen.count]
    return browser.tab(id) ?? active
  }

  /// The tab of the focused window that was active before the one that is.
  func lastUsedTab() throws(CommandFailure) -> Tab {
    let window = try window(nil)
    guard let tab = browser.lastUsedTab(inWindow: window.id).flatMap({ browser.tab($0) }) else {
      throw CommandFailure("nothingToDo", "No other tab of the window was active yet.")
    }
    return tab
  }

  /// The focused window's tabs; with words, those of all windows that have them in title or URL.
  func tabs(matching text: String?, _ words: LogText) -> [Tab] {
    guard let text else {
      return (browser.window(browser.focusedWindow)?.tabs ?? []).compactMap { browser.tab($0) }
    }
    let wanted = [Needle](wordsOf: text)
    return [durableBrowser, privateBrowser].flatMap { browser in
      browser.tabs.filter { tab in
        wanted.areIn(browser.title(of: tab, text: words), or: browser.url(of: tab, text: words))
      }
    }
  }

  func tabsAnswer(matching text: String?, _ words: LogText) -> Answer {
    let tabs = tabs(matching: text, words)
    if printsJSON { return Answer { json(words).tabs(&$0, tabs) } }
    guard tabs.isEmpty else { return Answer(table(of: tabs, words), width: presentation.columns) }
    return Answer(text == nil ? "No tab is open." : "No tab matches.")
  }

  func tabsToClose(_ arguments: Arguments) throws(CommandFailure) -> [Tab] {
    let named = try tabs(arguments.references("tabs"))
    guard let reference = named.first else { return [] }
    let row = browser(of: reference.id).window(reference.window)?.tabs ?? []
    let tabs = row.compactMap { browser(of: $0).tab($0) }
    let place = row.firstIndex(of: reference.id) ?? 0
    if arguments.has("others") {
      return tabs.filter { tab in
        !tab.isPinned && !named.contains { $0.id == tab.id }
      }
    }
    if arguments.has("left") { return tabs[..<place].filter { !$0.isPinned } }
    if arguments.has("right") { return tabs[(place + 1)...].filter { !$0.isPinned } }
    if arguments.has("duplicates") {
      return try duplicates(
        tabs, active: browser(of: reference.id).window(reference.window)?.activeTab)
    }
    return named
  }

  /// Tabs that show what the active one, or one on their left, shows already.
  private func duplicates(
    _ tabs: [Tab], active: EventID?
  ) throws(CommandFailure) -> [Tab] {
    try read { words in
      func url(_ tab: Tab) -> String { browser(of: tab.id).url(of: tab, text: words) }
      var seen = Set(tabs.filter { $0.id == active }.map { url($0) })
      return tabs.filter { tab in
        tab.id != active && !seen.insert(url(tab)).inserted && !tab.isPinned
      }
    }
  }

  /// The id of a closed item, by its place in `closed` or by an id; nil for the newest.
  func closedItem(_ reference: Reference?) throws(CommandFailure) -> EventID? {
    switch reference {
    case nil: return try read { closedItems($0).first?.id }
    case .id(let id): return EventID(id: id)
    case .position(let position):
      let items = try read { closedItems($0) }
      return try items.element(
        at: position, "closed item", ifNone: "The list of what was closed is empty."
      ).id
    }
  }

  mutating func reopen(_ id: EventID?, isPrivate: Bool) throws(CommandFailure) -> Commit {
    do throws(StoreFailure) {
      return try store.reopen(id, by: Origin(.user, via: .console), isPrivate: isPrivate)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// What was closed and not forgotten, the newest first; what “reopen” takes is the first.
  private func closedItems(_ words: LogText) -> [ClosedItem] {
    let durable = durableBrowser.closed.reversed().filter { item in
      !durableBrowser.isForgotten(item, text: words)
    }
    let own = Array(privateBrowser.closed.reversed())
    return isPrivate ? own + durable : durable + own
  }

  func closedList(_ words: LogText) -> Answer {
    var table = Table([.right, .left, .left, .left])
    for (offset, item) in closedItems(words).enumerated() {
      table.add([
        "\(offset + 1)", style.apply(.dim, to: "#\(item.thing.rawValue)"),
        VisibleText(naming: item.kind),
        closedLabel(item, words),
      ])
    }
    return table.isEmpty
      ? Answer("The list of what was closed is empty.") : Answer(table, width: presentation.columns)
  }

  private func closedLabel(_ item: ClosedItem, _ words: LogText) -> VisibleText {
    let labels = item.tabs.map { label(of: $0.tab, words) }
    guard labels.count != 1, let first = labels.first else { return labels.first ?? "" }
    return .counted(item.tabs.count, "tab") + ": \(first), …"
  }
}

extension ClosedItem {
  /// The id by which everything else calls what was closed; several tabs have one together: that of
  /// the event that closed them.
  fileprivate var thing: EventID {
    switch kind {
    case .tab: tabs.first?.tab.id ?? id
    case .window: window
    case .tabs: id
    }
  }
}

extension Commit {
  /// What a command that had nothing to change has written.
  static let nothing = Commit(events: [], words: [])

  /// The tab that was opened.
  var openedTab: EventID? {
    events.last { event in
      if case .tab(.opened) = event.body { return true }
      return false
    }?.sequence
  }

  /// The tab that was reopened last.
  var reopenedTab: EventID? {
    events.reversed().lazy.compactMap { event in
      switch event.body {
      case .tab(.reopened(let body)): body.tab
      case .tab(.restored(let body)): body.tab
      default: nil
      }
    }.first
  }
}
