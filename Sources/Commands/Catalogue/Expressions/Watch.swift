internal import BrowserModel
internal import RetraceTimeline

extension Condition.Countable {
  func count(in past: borrowing Timeline) -> Int {
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
  /// Whether the event can add or remove tabs, windows or closed items.
  var addsOrRemovesItems: Bool {
    switch self {
    case .window(.focused), .window(.placed), .window(.named): false
    case .tab(.selected), .tab(.muted), .tab(.pinned), .tab(.discarded): false
    case .window, .tab, .group(.moved): true
    default: false
    }
  }

  /// Whether the event can add a tab or window to the closed list.
  func mayClose(_ id: EventID) -> Bool {
    if case .tab(.closed(let body)) = self, body.tab.event == id { return true }
    return movesWindows
  }

  /// Whether the event can add or remove a window with more than one tab.
  var movesWindows: Bool {
    switch self {
    case .window(.closed), .window(.reopened), .window(.restored): true
    default: false
    }
  }

  /// Whether the event can add or remove groups.
  var regroups: Bool {
    switch self {
    case .group: true
    case .tab(.pinned): true
    default: addsOrRemovesItems
    }
  }
}

extension Event {
  /// The tab whose current page the event can change, or nil if there is none.
  var shownTab: TabID? {
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
  /// The tab that the event refers to, or nil if the event itself created the tab.
  var shownTab: TabID? {
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

/// An expression that is evaluated during a replay of the log, so that its value is known after
/// each event.
///
/// A condition is evaluated again only if an event can have changed it, and then only for the tab
/// that is the subject of the event. Each text is read only once, with its event. The searched
/// words that a text contains are stored as bits, by the number of the event. The entries of a tab
/// contain these event numbers.
struct Watch {
  private let expression: Expression
  private var conditions: [WatchedCondition] = []
  private var seen = SeenTexts()

  /// Whether the expression is true now.
  private(set) var holds = false

  init(_ expression: Expression, _ past: borrowing Timeline) {
    self.expression = expression
    for condition in expression.conditions {
      conditions.append(WatchedCondition(condition, seen: &seen))
    }
    rescan(past)
  }

  /// Updates the value to the state after an event. The searched words in the event are recorded
  /// even if the event currently has no effect.
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

  /// Evaluates all conditions for the complete state, for example after an undo.
  private mutating func rescan(_ past: borrowing Timeline) {
    for place in conditions.indices { conditions[place].rescan(past, seen) }
    holds = expression.holds(conditions.map(\.holds))
  }
}
