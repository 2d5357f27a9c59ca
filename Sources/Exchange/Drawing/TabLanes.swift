internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The lanes of a drawing of the log. They show the times at which tabs were open, and the pages
/// that the tabs showed.
///
/// For a long log, the lanes contain the open tabs and the newest other tabs, up to ``most`` lanes.
struct TabLanes {
  /// The lanes, in the order in which their tabs were created.
  private(set) var lanes: [Lane] = []
  /// The number of tabs that were ever opened on the branch.
  private(set) var tabCount = 0
  private var places: [TabID: Int] = [:]

  struct Lane {
    let tab: TabID
    fileprivate var window: WindowID
    fileprivate var group = GroupID.nothing
    /// The ranges of events in which the tab was open. A range without an end is still open.
    fileprivate(set) var spans: [(first: EventID, last: EventID?)] = []
    fileprivate(set) var visits: [Visit] = []

    /// Whether the oldest visits of the tab are omitted.
    fileprivate(set) var isShortened = false
    /// The page that the tab shows, or the last page that it showed before it was closed.
    fileprivate var shown = EventID.nothing

    /// The title or URL of the page that the tab shows or last showed.
    var label: String {
      let visit = visits.last { $0.content == shown } ?? visits.last
      return visit.map { $0.title.isEmpty ? $0.url : $0.title } ?? "Start page"
    }
  }

  struct Visit {
    let content: EventID
    let url: String
    var title = ""
  }

  static let most = 150
  /// The maximum number of visits per tab. The newest visits are drawn.
  static let maximumVisits = 400

  /// - Complexity: O(events).
  init(_ store: Store, _ timeline: Timeline) throws {
    let chosen = try choose(store, timeline)
    guard let first = chosen.min() else { return }
    for (place, tab) in chosen.sorted().enumerated() {
      places[tab] = place
      var lane = Lane(tab: tab, window: .nothing)
      let state = timeline.browser.tab(tab) ?? timeline.browser.closedTab(tab)
      lane.shown = state?.currentEntry?.content ?? .nothing
      lanes.append(lane)
    }
    try store.visitFoldedEvents(of: timeline, from: first.event) { event, words in
      process(event, words)
      return true
    }
  }

  private mutating func choose(
    _ store: Store, _ timeline: Timeline
  ) throws -> Set<TabID> {
    var chosen = Set(timeline.browser.tabs.map(\.id).prefix(Self.most))
    var newest: [TabID] = []
    var count = 0
    try store.visitFoldedEvents(of: timeline) { event, _ in
      guard event.makesTab else { return true }
      count += 1
      newest.append(TabID(event.sequence))
      if newest.count == 2 * Self.most { newest.removeFirst(Self.most) }
      return true
    }
    for tab in newest.reversed() where chosen.count < Self.most { chosen.insert(tab) }
    tabCount = count
    return chosen
  }

  // MARK: Events

  private mutating func process(_ event: Event, _ words: EventWords) {
    switch event.body {
    case .tab(.opened(let body)):
      let tab = TabID(event.sequence)
      open(tab, in: body.window, at: event.sequence)
      join(tab, body.group)
      if body.url.isPresent { show(words(body.url), in: tab, at: event.sequence) }
    case .tab(.duplicated(let body)): duplicate(body.source, TabID(event.sequence))
    case .tab(.reopened(let body)): open(body.tab, in: body.window, at: event.sequence)
    case .tab(.restored(let body)):
      open(body.tab, in: body.window, at: event.sequence)
      join(body.tab, body.group)
    case .group(.joined(let body)): join(body.tab, body.group)
    case .group(.moved(let body)):
      for place in lanes.indices where lanes[place].group == body.group && body.group.exists {
        lanes[place].window = body.window
      }
    case .tab(.moved(let body)):
      join(body.tab, body.group)
      if let place = places[body.tab], body.window.exists { lanes[place].window = body.window }
    case .tab(.closed(let body)):
      if let place = places[body.tab] { lanes[place].close(at: event.sequence) }
    case .window(.closed(let body)):
      for place in lanes.indices where lanes[place].window == body.window {
        lanes[place].close(at: event.sequence)
      }
    case .navigation(.committed(let body)):
      show(words(body.url), in: body.tab, at: event.sequence)
    case .page(.titled(let body)): title(words(body.title), body.content, in: body.tab)
    default: break
    }
  }

  private mutating func join(_ tab: TabID, _ group: GroupID) {
    if let place = places[tab] { lanes[place].group = group }
  }

  private mutating func open(_ tab: TabID, in window: WindowID, at event: EventID) {
    guard let place = places[tab] else { return }
    if window.exists { lanes[place].window = window }
    lanes[place].open(at: event)
  }

  private mutating func duplicate(_ source: TabID, _ tab: TabID) {
    let original = places[source].map { lanes[$0] }
    open(tab, in: original?.window ?? .nothing, at: tab.event)
    guard let place = places[tab], let shown = original?.visits.last else { return }
    lanes[place].visits = [Visit(content: tab.event, url: shown.url, title: shown.title)]
  }

  private mutating func show(_ url: String, in tab: TabID, at event: EventID) {
    guard let place = places[tab] else { return }
    lanes[place].visits.append(Visit(content: event, url: url))
    if lanes[place].visits.count == 2 * Self.maximumVisits {
      lanes[place].visits.removeFirst(Self.maximumVisits)
      lanes[place].isShortened = true
    }
  }

  private mutating func title(_ title: String, _ content: EventID, in tab: TabID) {
    guard let place = places[tab],
      let visit = lanes[place].visits.lastIndex(where: { $0.content == content })
    else { return }
    lanes[place].visits[visit].title = title
  }
}

extension TabLanes.Lane {
  fileprivate mutating func open(at event: EventID) {
    if spans.last?.last == nil, !spans.isEmpty { return }
    spans.append((event, nil))
  }

  fileprivate mutating func close(at event: EventID) {
    guard let span = spans.last, span.last == nil else { return }
    spans[spans.count - 1].last = event
  }
}

extension Event {
  fileprivate var makesTab: Bool {
    switch body {
    case .tab(.opened), .tab(.duplicated): true
    default: false
    }
  }
}
