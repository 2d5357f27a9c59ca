internal import BrowserModel

/// The events that decided the current state of a thing, each with the properties that it decided.
///
/// The state itself contains most of these events. The properties that the state stores without
/// their event are listed in ``wanted``. Their events must be looked up in the log.
struct Reasons {
  /// The thing whose events are looked up in the log.
  private(set) var subject = EventID.nothing
  private(set) var wanted: [WhyProperty] = []
  private var decided: [EventID: [String]] = [:]

  /// The events, the oldest first.
  var events: [EventID] { decided.keys.sorted { $0.rawValue.magnitude < $1.rawValue.magnitude } }

  /// Returns the properties that an event decided, such as `page` and `title`.
  func sides(decidedBy event: EventID) -> [String] { decided[event] ?? [] }

  init(of thing: WhySubject, in state: ProfileState) {
    let browser = state.browser
    switch thing {
    case .tab(let tab):
      add(tab, in: browser)
      add(valuesOf: .tab(tab.id), in: browser)
    case .closedTab(let closed, let item):
      add(closed, item: item)
      add(valuesOf: .tab(closed.tab.id), in: browser)
    case .zoom(let tab):
      subject = tab.id.event
      wanted = [.zoom]
    case .entry(let entry, _):
      add(entry.id, "entry")
      add(entry)
    case .window(let window):
      add(window, in: browser)
      add(valuesOf: .window(window.id), in: browser)
    case .group(let group):
      add(group)
      add(valuesOf: .group(group.id), in: browser)
    case .bookmark(let bookmark): add(bookmark)
    case .site(let site):
      add(site.source, "zoom")
    case .defaultZoom: add(browser.zoom.defaultSource, "zoom")
    case .setting(let name): add(state.settings(with: name).source(of: name), "value")
    }
  }

  private mutating func add(_ made: some EventReference, _ side: String) {
    let event = made.event
    guard event.exists, !sides(decidedBy: event).contains(side) else { return }
    decided[event, default: []].append(side)
  }

  private mutating func add(_ tab: Tab, in browser: Browser) {
    subject = tab.id.event
    add(tab.id, "opened")
    add(pagesOf: tab)
    add(tab.wanted, "shown")
    if let pending = tab.pending { add(pending, "loading") }
    if let failure = tab.failure { add(failure, "failed") }
    if browser.window(tab.window)?.activeTab == tab.id, let lastActive = tab.lastActive {
      add(lastActive, "active")
    }
    wanted = [.place] + ownSides(tab)
  }

  private mutating func add(_ closed: ClosedTab, item: ClosedItem) {
    subject = closed.tab.id.event
    add(closed.tab.id, "opened")
    add(pagesOf: closed.tab)
    wanted = ownSides(closed.tab)
    if item.kind == .window { add(item.id, "closed") } else { wanted.append(.closed) }
  }

  private mutating func add(valuesOf owner: ValueOwner, in browser: Browser) {
    for entry in browser.values[owner] { add(entry.source, "value") }
  }

  private func ownSides(_ tab: Tab) -> [WhyProperty] {
    var sides: [WhyProperty] = []
    if tab.isPinned { sides.append(.pinned) }
    if tab.isMuted { sides.append(.muted) }
    if tab.group != nil { sides.append(.group) }
    if tab.temporaryZoom.exists { sides.append(.zoom) }
    return sides
  }

  private mutating func add(pagesOf tab: Tab) {
    for entry in tab.entries {
      add(entry.content, "page")
      add(entry.title, "title")
    }
    if let entry = tab.currentEntry { add(entry) }
  }

  private mutating func add(_ entry: HistoryEntry) {
    add(entry.content, "page")
    add(entry.title, "title")
    add(entry.scroll, "scroll")
    add(entry.picture, "picture")
  }

  private mutating func add(_ window: Window, in browser: Browser) {
    subject = window.id.event
    add(window.id, "opened")
    add(window.title, "name")
    add(window.lastFocused, "focus")
    add(browser.tab(window.activeTab)?.lastActive ?? EventID.nothing, "active tab")
    if window.bounds != .unknown || window.showState != .normal { wanted = [.place] }
  }

  private mutating func add(_ group: TabGroup) {
    subject = group.id.event
    add(group.id, "made")
    add(group.title, "title")
    wanted = group.isCollapsed ? [.place, .color, .collapsed] : [.place, .color]
  }

  private mutating func add(_ bookmark: Bookmark) {
    subject = bookmark.id.event
    add(bookmark.id, "added")
    add(bookmark.title, "title")
    add(bookmark.url, "URL")
    add(bookmark.tags, "tags")
    add(bookmark.keyword, "keyword")
    add(bookmark.note, "note")
    wanted = [.place]
  }

  /// Examines the next event of the log, newest first. Returns whether to continue.
  mutating func examine(_ event: Event) -> Bool {
    for aspect in wanted where aspect.isDecided(by: event.body, of: subject) {
      add(event.sequence, aspect.rawValue)
      wanted.removeAll { $0 == aspect }
    }
    return !wanted.isEmpty
  }

  /// Attributes the remaining properties to the event that created the thing, because no later
  /// event decided them.
  mutating func addRest() {
    for aspect in wanted where aspect != .place && aspect != .color {
      add(subject, aspect.rawValue)
    }
    wanted = []
  }
}
