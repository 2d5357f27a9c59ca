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
  /// Whether tabs, windows or closed items may come or go with it.
  var comesOrGoes: Bool {
    switch self {
    case .window(.focused), .window(.placed), .window(.named): false
    case .tab(.selected), .tab(.muted), .tab(.pinned), .tab(.discarded): false
    case .window, .tab, .group(.moved): true
    default: false
    }
  }

  /// Whether a tab or window may be in the closed list with it that was not.
  func mayClose(_ id: EventID) -> Bool {
    if case .tab(.closed(let body)) = self, body.tab.event == id { return true }
    return movesWindows
  }

  /// Whether a window may come or go with it with more than one tab.
  var movesWindows: Bool {
    switch self {
    case .window(.closed), .window(.reopened), .window(.restored): true
    default: false
    }
  }

  /// Whether groups may come or go with it.
  var regroups: Bool {
    switch self {
    case .group: true
    case .tab(.pinned): true
    default: comesOrGoes
    }
  }
}

extension Event {
  /// The tab whose current page may be another with it, or nil if there is none.
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
  /// The tab that is named, or nil if the event itself is it.
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
