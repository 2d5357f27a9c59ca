internal import BrowserModel
internal import Exchange
internal import RetraceStore

/// The orders that make a browser show the changes that other programs have made to the profile.
///
/// A change is ordered only if the browser does not show it already.
struct OrderPlan {
  private let session: LiveSession
  private let former: Browser
  private let now: Browser
  /// The browser's ids of the tabs in the profile.
  private let tabs: [TabID: Int64]
  private let windows: [WindowID: Int64]
  private let groups: [GroupID: Int64]
  private let observed: [Int64: ObservedTab]
  private let windowOfTab: [Int64: Int64]

  private(set) var orders: [LiveOrder] = []
  private(set) var expectations: [Int64: PageExpectation] = [:]
  /// Tabs whose next page can be ordered only after another page has arrived.
  private(set) var lagging: Set<Int64> = []
  /// Hosts whose zoom can be set only once a tab shows them.
  private(set) var awaitedZooms: Set<String>
  /// Tabs whose current page is a different event in the profile but has the same address.
  private(set) var sameAddress: [Int64: (entry: Int64, id: EventID)] = [:]

  /// Whether tabs were just opened, so that the browser may have changed the windows by itself.
  private let followsOpening: Bool

  init(_ session: LiveSession, followsOpening: Bool) {
    self.session = session
    self.followsOpening = followsOpening
    former = session.shown
    awaitedZooms = session.awaitedZooms
    now = session.store.browser
    let recording = session.recording
    let open = session.strip.tabs
    observed = Dictionary(open.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let known = Set(open.map(\.id))
    tabs = Dictionary(
      recording.tabs.filter { known.contains($0.key) }.map { ($0.value.id, $0.key) },
      uniquingKeysWith: { $1 })
    let shownWindows = Set(session.strip.windows.map(\.id))
    windows = Dictionary(
      recording.windows.filter { shownWindows.contains($0.key) }.map { ($0.value, $0.key) },
      uniquingKeysWith: { $1 })
    groups = Dictionary(
      recording.groups.filter { session.strip.groups[$0.key] != nil }.map { ($0.value, $0.key) },
      uniquingKeysWith: { $1 })
    windowOfTab = Dictionary(
      session.strip.windows.flatMap { window in window.tabs.map { ($0.id, window.id) } },
      uniquingKeysWith: { $1 })
  }

  mutating func planAll() {
    for window in now.windows where session.owns(window.id) { open(in: window) }
    let createsSomething = !orders.isEmpty
    let closed = tabs.filter { isGone($0.key) }.map(\.value).sorted()
    if !closed.isEmpty { orders.append(.close(tabs: closed)) }
    for window in now.windows {
      guard let id = windows[window.id] else { continue }
      mark(window)
      group(window, id)
      if !createsSomething { sort(window, id) }
    }
    describeGroups()
    for window in now.windows { show(window) }
    focus()
    for (tab, id) in tabs where !isGone(tab) { navigate(tab, id) }
    if former.zoom.default != now.zoom.default, !session.isByBrowser(now.zoom.defaultSource) {
      orders.append(.zoomDefault(now.zoom.default, former: former.zoom.default))
    }
    zoomSites()
    for (tab, id) in tabs where !isGone(tab) { zoom(tab, id) }
  }

  /// Whether a tab was closed or was moved to a window of a different browser.
  private func isGone(_ tab: TabID) -> Bool {
    now.tab(tab).map { session.isElsewhere($0.window) } ?? true
  }

  // MARK: Opening

  private mutating func open(in window: Window) {
    let fresh = window.tabs.filter {
      tabs[$0] == nil && !session.missing.contains($0) && !session.refusedTabs.contains($0)
    }
    if let id = windows[window.id] {
      for tab in fresh { open(tab, in: window, id) }
    } else if let known = window.tabs.compactMap({ tabs[$0] }).first {
      orders.append(.tearOff(tab: known, window.id))
    } else if let first = fresh.first {
      orders.append(
        .openWindow(
          first, window.id, bounds: window.bounds, window.showState, page(of: first)))
    }
  }

  private mutating func open(_ id: TabID, in window: Window, _ observedWindow: Int64) {
    guard let tab = now.tab(id), let index = window.tabs.firstIndex(of: id) else { return }
    orders.append(
      .open(
        id, window: observedWindow, index: index, isActive: window.activeTab == id,
        isPinned: tab.isPinned, isMuted: tab.isMuted, page(of: id)))
  }

  private func page(of id: TabID) -> LiveOrder.Page {
    guard let tab = now.tab(id) else {
      return LiveOrder.Page(url: "", title: "", wasClosed: false, entryCount: 0, container: nil)
    }
    let title = try? session.store.read { words in
      tab.currentEntry.map { now.title(of: $0, text: words) }
    }
    return LiveOrder.Page(
      url: address(of: id), title: (title ?? nil) ?? "",
      wasClosed: former.tab(id) == nil && id.event <= former.sequence,
      entryCount: tab.entries.count, container: session.container(of: id, in: now),
      scroll: tab.currentEntry.flatMap(session.recordedScroll))
  }

  /// Returns the address to load in a tab, or an empty string for the start page.
  private func address(of id: TabID) -> String {
    let url = session.shownURL(id)
    return url == Destination.startPage ? "" : url
  }

  // MARK: The tab strip

  private mutating func mark(_ window: Window) {
    for id in window.tabs {
      guard let tab = tabs[id], let recorded = now.tab(id), let former = former.tab(id),
        let shown = observed[tab]
      else { continue }
      if former.isPinned != recorded.isPinned, shown.isPinned != recorded.isPinned {
        orders.append(.pin(tab: tab, recorded.isPinned))
      }
      if former.isMuted != recorded.isMuted, shown.isMuted != recorded.isMuted {
        orders.append(.mute(tab: tab, recorded.isMuted))
      }
    }
  }

  private mutating func group(_ window: Window, _ observedWindow: Int64) {
    var left: [Int64] = []
    var joined: [GroupID: [Int64]] = [:]
    for id in window.tabs {
      guard let tab = tabs[id], let shown = observed[tab], let recorded = now.tab(id),
        former.tab(id)?.group != recorded.group
      else { continue }
      if let group = recorded.group {
        if shown.group == nil || shown.group != groups[group] {
          joined[group, default: []].append(tab)
        }
      } else if shown.group != nil {
        left.append(tab)
      }
    }
    if !left.isEmpty { orders.append(.ungroup(tabs: left)) }
    for (id, members) in joined.sorted(by: { $0.key.event < $1.key.event }) {
      guard let group = now.group(id) else { continue }
      orders.append(
        .group(
          tabs: members, into: groups[id], id, window: observedWindow, title: title(of: group),
          group.color))
    }
  }

  private func title(of group: TabGroup) -> String {
    (try? session.store.read { words in now.title(of: group, text: words) }) ?? ""
  }

  private mutating func describeGroups() {
    for (id, observed) in groups.sorted(by: { $0.value < $1.value }) {
      guard let group = now.group(id), let shown = session.strip.groups[observed],
        let before = former.group(id), before != group
      else { continue }
      let title = title(of: group)
      guard
        title != shown.title || group.color != shown.color
          || group.isCollapsed != shown.isCollapsed
      else { continue }
      orders.append(
        .changeGroup(observed, title: title, group.color, isCollapsed: group.isCollapsed))
    }
  }

  private mutating func sort(_ window: Window, _ observedWindow: Int64) {
    guard followsOpening || former.window(window.id)?.tabs != window.tabs else { return }
    for id in window.tabs {
      guard let tab = tabs[id], windowOfTab[tab] != observedWindow,
        former.tab(id)?.window != window.id, let index = window.tabs.firstIndex(of: id)
      else { continue }
      orders.append(.move(tab: tab, window: observedWindow, index: index))
    }
    let ids = Dictionary(tabs.map { ($0.value, $0.key) }, uniquingKeysWith: { $1 })
    let shown = session.strip.windows.first { $0.id == observedWindow }?.tabs ?? []
    var row = ContiguousArray(
      shown.compactMap { ids[$0.id] }.filter { now.tab($0)?.window == window.id })
    let wanted = ContiguousArray(window.tabs.filter { row.contains($0) })
    for _ in wanted {
      guard let move = Recording.move(of: row, towards: wanted), let tab = tabs[move.item]
      else { return }
      orders.append(.move(tab: tab, window: observedWindow, index: move.index))
      row.removeAll { $0 == move.item }
      row.insert(move.item, at: move.index)
    }
  }

  private mutating func show(_ window: Window) {
    guard let id = windows[window.id], let before = former.window(window.id),
      let shown = session.strip.windows.first(where: { $0.id == id })
    else { return }
    if followsOpening || before.activeTab != window.activeTab, let tab = tabs[window.activeTab],
      shown.activeTab?.id != tab
    {
      orders.append(.select(tab: tab))
    }
    let isPlaced = before.bounds != window.bounds || before.showState != window.showState
    if isPlaced, shown.bounds != window.bounds || shown.showState != window.showState {
      orders.append(.place(window: id, window.bounds, window.showState))
    }
  }

  private mutating func focus() {
    guard former.focusedWindow != now.focusedWindow, let id = windows[now.focusedWindow],
      session.strip.windows.first(where: \.isFocused)?.id != id
    else { return }
    orders.append(.focus(window: id))
  }

  // MARK: Zoom

  /// Sets the zoom of each site in a tab that shows it. If no tab shows the site, the order waits
  /// for such a tab.
  private mutating func zoomSites() {
    awaitedZooms.formUnion(session.changedZooms(from: former, to: now))
    for host in awaitedZooms.sorted() {
      guard let tab = session.tab(showing: host),
        let level = try? session.recording.level(ofSite: host, in: now)
      else { continue }
      awaitedZooms.remove(host)
      orders.append(.zoom(tab: tab, level, isOfTab: false))
    }
  }

  private mutating func zoom(_ id: TabID, _ tab: Int64) {
    guard let before = former.tab(id), let recorded = now.tab(id),
      before.temporaryZoom != recorded.temporaryZoom
    else { return }
    let level = try? session.store.read { words in now.zoom(of: recorded, text: words).level }
    guard let level else { return }
    orders.append(.zoom(tab: tab, level, isOfTab: recorded.temporaryZoom.exists))
  }

  // MARK: Pages

  private mutating func navigate(_ id: TabID, _ tab: Int64) {
    guard let recorded = now.tab(id), let current = recorded.currentEntry,
      let before = former.tab(id)
    else { return }
    // The place of the page that is arriving is not known yet.
    if session.expectations[tab] != nil {
      if before.currentEntry?.content != current.content { lagging.insert(tab) }
      return
    }
    guard let history = session.histories[tab],
      let shown = history.current, let contents = session.recording.tabs[tab]?.contents
    else { return }
    if before.currentEntry?.content == current.content, !session.lagging.contains(tab) {
      if before.wanted != recorded.wanted { orders.append(.reload(tab: tab)) }
      return
    }
    if contents[shown.id] == current.content { return }
    let place = history.entries.lastIndex { contents[$0.id] == current.content }
    if let place {
      orders.append(.travel(tab: tab, by: place - history.index))
    } else if PageAddress.recorded(shown.url) == session.shownURL(id) {
      sameAddress[tab] = (shown.id, current.content)
      return
    } else {
      orders.append(.load(tab: tab, url: address(of: id)))
    }
    expectations[tab] = PageExpectation(
      content: current.content, former: shown, isLoad: place == nil,
      deadline: .now + session.pagePatience)
  }
}
