internal import BrowserModel
internal import RetraceTimeline

/// A condition that is evaluated during a replay.
struct WatchedCondition {
  private let condition: Condition
  /// The bits of the words that a page must contain (``SeenTexts/add(_:)``).
  private let mask: UInt64
  private let places: SeenTexts.Places
  /// The open tabs whose pages contain the searched words.
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

  /// Evaluates the condition again if an event can have changed it.
  mutating func follow(_ event: Event, _ past: borrowing Timeline, _ seen: SeenTexts) {
    switch condition {
    case .tab, .url, .title: followPages(event, past, seen)
    case .closed(let id):
      // Searching the list of closed items takes longer than handling most events, so this is done
      // rarely.
      if holds ? event.body.addsOrRemovesItems : event.body.mayClose(id) { evaluate(past, seen) }
    case .open, .count(.closed, _, _), .count(.tabs, _, _), .count(.windows, _, _):
      if event.body.addsOrRemovesItems { evaluate(past, seen) }
    case .count(.groups, _, _):
      if event.body.regroups { evaluate(past, seen) }
    case .count(.bookmarks, _, _):
      switch event.body {
      // Events of other devices can change the order of actions, and thereby the result of later
      // actions.
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

  /// Evaluates the condition for the complete state.
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
