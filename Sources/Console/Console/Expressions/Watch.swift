internal import BrowserModel
internal import Timeline

/// A condition that follows a replay.
struct WatchedCondition {
  private let condition: Condition
  /// The words that a page has to have, and where.
  private let mask: UInt64
  private let places: SeenTexts.Places
  /// The open tabs that have them.
  private var tabs: Set<TabID> = []

  private(set) var holds = false

  init(_ condition: Condition, seen: inout SeenTexts) {
    self.condition = condition
    mask = seen.add(condition.words)
    if case .zoom(let host, _, _) = condition { seen.add(host: host) }
    places =
      switch condition {
      case .url: .url
      case .title: .title
      default: [.url, .title]
      }
  }

  /// Looks again where an event can have changed something.
  mutating func follow(_ event: Event, _ past: borrowing Timeline, _ seen: SeenTexts) {
    switch condition {
    case .tab, .url, .title: followPages(event, past, seen)
    case .closed(let id):
      // A look through the list costs more than the usual event.
      if holds ? event.body.comesOrGoes : event.body.mayClose(id) { evaluate(past, seen) }
    case .open, .count(.closed, _, _), .count(.tabs, _, _), .count(.windows, _, _):
      if event.body.comesOrGoes { evaluate(past, seen) }
    case .count(.groups, _, _):
      if event.body.regroups { evaluate(past, seen) }
    case .count(.bookmarks, _, _):
      switch event.body {
      // With the order of what devices did, who comes later may be another.
      case .bookmark, .device: evaluate(past, seen)
      default: break
      }
    case .zoom, .defaultZoom:
      if case .zoom = event.body { evaluate(past, seen) }
    }
  }

  private mutating func followPages(_ event: Event, _ past: borrowing Timeline, _ seen: SeenTexts) {
    if event.body.movesWindows { return rescan(past, seen) }
    guard let id = event.shownTab else { return }
    if let tab = past.browser.tab(id), seen.has(mask, in: places, of: tab.currentEntry) {
      tabs.insert(id)
    } else {
      tabs.remove(id)
    }
    holds = !tabs.isEmpty
  }

  /// Looks at a whole state.
  mutating func rescan(_ past: borrowing Timeline, _ seen: SeenTexts) {
    guard !condition.words.isEmpty else { return evaluate(past, seen) }
    tabs.removeAll(keepingCapacity: true)
    for tab in past.browser.tabs {
      if seen.has(mask, in: places, of: tab.currentEntry) { tabs.insert(tab.id) }
    }
    holds = !tabs.isEmpty
  }

  /// Whether a tab or window is in the closed list.
  private static func isClosed(_ id: EventID, in browser: Browser) -> Bool {
    browser.closed.contains { item in
      item.kind == .window && item.window.event == id
        || item.tabs.contains { $0.tab.id.event == id }
    }
  }

  private mutating func evaluate(_ past: borrowing Timeline, _ seen: SeenTexts) {
    switch condition {
    case .tab, .url, .title: break
    case .open(let id): holds = past.browser.tab(id) != nil
    case .closed(let id): holds = Self.isClosed(id, in: past.browser)
    case .count(let countable, let comparison, let number):
      holds = comparison.holds(countable.count(in: past), number)
    case .zoom(let host, let comparison, let hundredths):
      let zoom = past.browser.zoom
      let own = seen.names(ofHost: host).lazy
        .compactMap { zoom.sites[$0]?.level }.first { $0.exists }
      holds = comparison.holds(Int((own ?? zoom.default).hundredths), hundredths)
    case .defaultZoom(let comparison, let hundredths):
      holds = comparison.holds(Int(past.browser.zoom.default.hundredths), hundredths)
    }
  }
}

extension Condition.Countable {
  fileprivate func count(in past: borrowing Timeline) -> Int {
    switch self {
    case .tabs: past.browser.tabCount
    case .windows: past.browser.windowOrder.count
    case .groups: past.browser.groups.count
    case .bookmarks: past.library?.bookmarks.all.count { $0.kind == .bookmark } ?? 0
    case .closed: past.browser.closed.count
    }
  }
}

extension Body {
  /// Whether tabs, windows or closed items may come or go with it.
  fileprivate var comesOrGoes: Bool {
    switch self {
    case .window(.focused), .window(.placed), .window(.named): false
    case .tab(.selected), .tab(.muted), .tab(.pinned), .tab(.discarded): false
    case .window, .tab, .group(.moved): true
    default: false
    }
  }

  /// Whether a tab or window may be in the closed list with it that was not.
  fileprivate func mayClose(_ id: EventID) -> Bool {
    if case .tab(.closed(let body)) = self, body.tab.event == id { return true }
    return movesWindows
  }

  /// Whether a window may come or go with it with more than one tab.
  fileprivate var movesWindows: Bool {
    switch self {
    case .window(.closed), .window(.reopened), .window(.restored): true
    default: false
    }
  }

  /// Whether groups may come or go with it.
  fileprivate var regroups: Bool {
    switch self {
    case .group: true
    case .tab(.pinned): true
    default: comesOrGoes
    }
  }
}

extension Event {
  /// The tab whose current page may be another with it; nil where there is none.
  fileprivate var shownTab: TabID? {
    switch body {
    case .navigation(.committed(let body)): body.tab
    case .navigation(.traveled(let body)): body.tab
    case .page(.titled(let body)): body.tab
    case .tab(let body): body.shownTab ?? TabID(sequence)
    default: nil
    }
  }
}

extension TabEvent {
  /// The tab that is named; nil where the event itself is it.
  fileprivate var shownTab: TabID? {
    switch self {
    case .closed(let body): body.tab
    case .reopened(let body): body.tab
    case .restored(let body): body.tab.exists ? body.tab : nil
    case .entryRestored(let body): body.tab
    case .cleared(let body): body.tab
    case .selected(let body): body.tab
    case .moved(let body): body.tab
    case .pinned(let body): body.tab
    case .muted(let body): body.tab
    case .discarded(let body): body.tab
    case .opened, .duplicated: nil
    }
  }
}

/// An expression that follows a replay of the log: after each event it knows whether it holds.
///
/// A condition is looked at again only where an event can have changed it, and of the tabs only the one
/// that the event is about. Texts are read once, when their events go by: what they have of the words is
/// kept as bits by sequence, and a tab's row names the sequences.
struct Watch {
  private let expression: Expression
  private var conditions: [WatchedCondition] = []
  private var seen = SeenTexts()

  /// Whether the expression holds now.
  private(set) var holds = false

  init(_ expression: Expression, _ past: borrowing Timeline) {
    self.expression = expression
    for condition in expression.conditions {
      conditions.append(WatchedCondition(condition, seen: &seen))
    }
    rescan(past)
  }

  /// Follows an event, whose words are noted whether or not it counts now, to the state after it.
  mutating func follow(_ event: Event, words: EventWords, _ past: borrowing Timeline) {
    seen.note(event, words: words)
    if event.body.isUndoOrRedo { return rescan(past) }
    var isChanged = false
    for place in conditions.indices {
      let former = conditions[place].holds
      conditions[place].follow(event, past, seen)
      if conditions[place].holds != former { isChanged = true }
    }
    if isChanged { holds = expression.holds(conditions.map(\.holds)) }
  }

  /// Looks at a whole state, as after an undo.
  private mutating func rescan(_ past: borrowing Timeline) {
    for place in conditions.indices { conditions[place].rescan(past, seen) }
    holds = expression.holds(conditions.map(\.holds))
  }
}
