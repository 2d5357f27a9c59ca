internal import BrowserModel
internal import Exchange
internal import RetraceStore
internal import RetraceTimeline

/// The tabs of the profile that the browser has restored.
extension LiveSession {
  /// Continues the tabs of the profile that the browser shows after a start. Tabs are matched in
  /// this order: tabs whose id the browser still has, tabs that show an entry with a known key,
  /// windows with the same pages in the same order, single pages, and places between restored tabs.
  ///
  /// - Parameters:
  ///   - looks: The looks at the tabs that are loaded.
  ///   - followed: The newest event that the browser has shown, or nil for its first report.
  /// - Returns: The browser's tabs that another program has closed in the profile since that event.
  func resume(_ looks: [Int64: PageLook?], after followed: EventID?) -> [Int64] {
    missing = Set(store.browser.windows.filter { !isElsewhere($0.id) }.flatMap(\.tabs))
    restoringEnd = .now + Self.restoringTime
    resumeTabs(looks)
    resumeTabsByPlace(looks, after: followed)
    begin(looks)
    guard let followed else { return [] }
    let former =
      missing.isEmpty && strip.tabs.allSatisfy { recording.tabs[$0.id] != nil }
      ? nil : state(at: followed)
    // Tabs that another program opened or reopened while the browser was closed are opened now.
    missing = missing.filter { id in
      id.event <= followed && former.map { $0.tab(id) != nil } ?? true
    }
    return removedTabs(since: followed, former)
  }

  private func state(at event: EventID) -> Browser? {
    guard var past = try? store.moment(.after(event)) else { return nil }
    return try? store.readState(of: &past).browser
  }

  /// Returns the browser's tabs that another program has closed since an event, or has moved to a
  /// window of a different browser.
  ///
  /// - Parameter former: The state after the event.
  private func removedTabs(since followed: EventID, _ former: Browser?) -> [Int64] {
    guard let former else { return [] }
    let candidates = strip.tabs.compactMap { tab -> (tab: Int64, id: TabID)? in
      guard recording.tabs[tab.id] == nil,
        let id = assigned[tab.id].flatMap({ TabID(exactly: $0) }), id.event <= followed,
        store.browser.tab(id).map({ isElsewhere($0.window) }) ?? true
      else { return nil }
      return (tab.id, id)
    }
    // The user may have copied the folder of a browser, with the ids of that browser's tabs.
    return candidates.filter { former.tab($0.id).map { owns($0.window) } ?? false }.map(\.tab)
  }

  private func resumeTabs(_ looks: [Int64: PageLook?]) {
    guard restoresTabs else { return }
    for window in strip.windows {
      for tab in window.tabs {
        guard let id = assigned[tab.id].flatMap({ TabID(exactly: $0) }), missing.contains(id) else {
          continue
        }
        resume(tab, as: id)
      }
    }
    let tabsByKey = missingTabsByKey
    for tab in strip.tabs where recording.tabs[tab.id] == nil {
      guard let key = looks[tab.id]??.key,
        let id = tabsByKey[key]?.first(where: { missing.contains($0) })
      else { continue }
      resume(tab, as: id)
    }
    for window in strip.windows where window.tabs.allSatisfy({ recording.tabs[$0.id] == nil }) {
      let urls = window.tabs.map { PageAddress.recorded($0.url) }
      let same = store.browser.windows.first { candidate in
        !isElsewhere(candidate.id) && candidate.tabs.allSatisfy { missing.contains($0) }
          && candidate.tabs.map { shownURL($0) } == urls
      }
      guard let same else { continue }
      for (tab, id) in zip(window.tabs, same.tabs) { resume(tab, as: id) }
    }
    let tabsByURL = missingTabsByURL
    for tab in strip.tabs where recording.tabs[tab.id] == nil && !Self.showsStartPage(tab) {
      let same = tabsByURL[PageAddress.recorded(tab.url)]
      if let id = same?.first(where: { missing.contains($0) }) { resume(tab, as: id) }
    }
    // A start page is recognised only by its window, which the other tabs identify.
    for tab in strip.tabs where recording.tabs[tab.id] == nil && Self.showsStartPage(tab) {
      if let id = missingTab(like: tab) { resume(tab, as: id) }
    }
    // A browser that crashed may restore the page before or after the last one.
    for tab in strip.tabs where recording.tabs[tab.id] == nil && !Self.showsStartPage(tab) {
      let url = PageAddress.recorded(tab.url)
      let id = missing.sorted { $0.event < $1.event }.first { id in
        store.browser.tab(id).map { urls(of: $0).contains(url) } ?? false
      }
      if let id { resume(tab, as: id) }
    }
  }

  /// Whether the browser may show tabs of the profile again.
  private var restoresTabs: Bool {
    if case .guest(restoresTabs: false) = relation { return false }
    return true
  }

  /// Continues the tabs that show a page that is in no list of the profile, because Chromium had
  /// not saved that another page had replaced it. Such a tab is recognised by its place between
  /// restored tabs of its window, by its pin and its group.
  private func resumeTabsByPlace(_ looks: [Int64: PageLook?], after followed: EventID?) {
    guard restoresTabs else { return }
    for window in strip.windows {
      guard let recorded = recording.windows[window.id].flatMap({ store.browser.window($0) }) else {
        continue
      }
      var opened: [ObservedTab] = []
      var place = 0
      for tab in window.tabs {
        if let id = recording.tabs[tab.id]?.id {
          // A tab that another window had, or that was moved, divides nothing.
          guard let end = recorded.tabs[place...].firstIndex(of: id) else { continue }
          resume(opened, as: recorded.tabs[place..<end], looks, after: followed)
          opened = []
          place = end + 1
        } else if !Self.showsStartPage(tab), !Self.isEmpty(tab.url) {
          opened.append(tab)
        }
      }
      resume(opened, as: recorded.tabs[place...], looks, after: followed)
    }
  }

  /// Continues missing tabs between two restored tabs in the unknown tabs at the same place. Tabs
  /// with the same pin and group continue in their order if there are equally many.
  private func resume(
    _ opened: [ObservedTab], as recorded: ArraySlice<TabID>, _ looks: [Int64: PageLook?],
    after followed: EventID?
  ) {
    guard !opened.isEmpty else { return }
    let tabs = Dictionary(grouping: opened) { tab in
      TabArrangement(
        isPinned: tab.isPinned, isGrouped: tab.group != nil,
        group: tab.group.flatMap { recording.groups[$0] })
    }
    let knownGroups = Set(recording.groups.values)
    let candidates = recorded.filter { missing.contains($0) && $0.event <= followed ?? $0.event }
    let missingTabs = Dictionary(grouping: candidates.compactMap { store.browser.tab($0) }) { tab in
      TabArrangement(
        isPinned: tab.isPinned, isGrouped: tab.group != nil,
        group: tab.group.flatMap { knownGroups.contains($0) ? $0 : nil })
    }
    for (arrangement, tabs) in tabs {
      guard let same = missingTabs[arrangement], same.count == tabs.count else { continue }
      for (tab, recorded) in zip(tabs, same) {
        // A list with one entry belongs to a new tab.
        let look = looks[tab.id].flatMap { $0 }
        if look?.length == 1, recorded.entries.count > 1 { continue }
        resume(tab, as: recorded.id)
        // The look shows whether the page replaced the last one or follows it.
        if look?.key == nil { histories[tab.id]?.replaceCurrent(with: tab.url) }
      }
    }
  }

  /// Begins the back/forward lists of all tabs.
  private func begin(_ looks: [Int64: PageLook?]) {
    for tab in strip.tabs {
      if histories[tab.id] == nil, !Self.isEmpty(tab.url) || looks[tab.id] != nil {
        histories[tab.id] = LookedHistory()
      }
      if let look = looks[tab.id] ?? nil, look.key != nil {
        histories[tab.id]?.apply(look)
      } else if !Self.isEmpty(tab.url) {
        histories[tab.id]?.applyUnmarked(tab.url)
      }
      if !tab.isLoading { histories[tab.id]?.setTabTitle(tab.title, of: tab.url) }
    }
  }

  /// Returns an open tab of the profile that the browser has not shown yet and whose list contains
  /// an entry with the given key.
  func missingTab(with key: String) -> TabID? { missingTabsByKey[key]?.first }

  private var missingTabsByKey: [String: [TabID]] {
    var found: [String: [TabID]] = [:]
    for id in missing.sorted(by: { $0.event < $1.event }) {
      for entry in store.browser.tab(id)?.entries ?? [] {
        if let key = memory.keys[entry.content] { found[key, default: []].append(id) }
      }
    }
    return found
  }

  private var missingTabsByURL: [String: [TabID]] {
    let ids = missing.sorted { $0.event < $1.event }
    return Dictionary(grouping: ids) { shownURL($0) }
  }

  /// Returns an open tab of the profile that the browser has not shown yet and that a new tab of
  /// the browser continues.
  func missingTab(like tab: ObservedTab) -> TabID? {
    if case .guest(let restoresTabs) = relation, !restoresTabs || restoringEnd <= .now {
      return nil
    }
    if let id = assigned[tab.id].flatMap({ TabID(exactly: $0) }), missing.contains(id) { return id }
    let url = PageAddress.recorded(tab.url)
    let same = missing.sorted { $0.event < $1.event }.filter { shownURL($0) == url }
    guard Self.showsStartPage(tab) else { return same.first }
    let window = strip.windows.first { $0.tabs.contains { $0.id == tab.id } }
    return same.first {
      store.browser.tab($0)?.window == window.flatMap { recording.windows[$0.id] }
    }
  }

  private static func showsStartPage(_ tab: ObservedTab) -> Bool {
    PageAddress.recorded(tab.url) == Destination.startPage
  }

  /// Continues a tab of the profile in a tab of the browser. Also continues its window, unless
  /// another window of the browser already does.
  func resume(_ tab: ObservedTab, as id: TabID) {
    guard let recorded = store.browser.tab(id) else { return }
    missing.remove(id)
    var history = lookedHistory(of: recorded)
    recording.resume(tab.id, as: id, history.observed)
    history.show(tab.url)
    histories[tab.id] = history
    if let window = strip.windows.first(where: { $0.tabs.contains { $0.id == tab.id } }),
      recording.windows[window.id] == nil,
      !recording.windows.values.contains(recorded.window)
    {
      recording.windows[window.id] = recorded.window
    }
    if let group = tab.group, let known = recorded.group { recording.groups[group] = known }
  }

  /// Returns the list of a tab of the profile, with the keys that its entries had before.
  func lookedHistory(of tab: Tab) -> LookedHistory {
    let keys = tab.entries.map { memory.keys[$0.content] }
    return LookedHistory(
      urls: urls(of: tab), keys: keys, index: tab.index,
      unseenCount: browsers.unknownPages(of: tab.id))
  }

  private func urls(of tab: Tab) -> [String] {
    (try? store.read { words in tab.entries.map { store.browser.url(of: $0, text: words) } }) ?? []
  }

  /// Returns the address of the page that a tab of the profile shows.
  func shownURL(_ id: TabID) -> String {
    guard let tab = store.browser.tab(id) else { return "" }
    return (try? store.read { words in store.browser.url(of: tab, text: words) }) ?? ""
  }
}

/// The properties that a restored tab keeps and that distinguish it from its neighbours.
private struct TabArrangement: Hashable {
  var isPinned: Bool
  var isGrouped: Bool
  /// The group, or nil if no tab of the group was recognised.
  var group: GroupID?
}

extension TabID {
  /// Creates a tab's id from an event number, or nil if the number is not a valid event number.
  init?(exactly number: Int64) {
    guard let number = Int32(exactly: number), number != 0 else { return nil }
    self.init(EventID(number))
  }
}
