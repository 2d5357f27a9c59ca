extension Browser {
  /// Folds one event into the state.
  ///
  /// The function is pure, total and deterministic: it looks up no text, reads no clock, never
  /// throws and never traps. An event about something that no longer exists changes nothing. These
  /// conditions hold after every event, regardless of its content:
  ///
  /// 1. every window that is shown has a tab, and its active tab is one of its tabs;
  /// 2. pinned tabs are before all other tabs;
  /// 3. the tabs of a group are next to each other in one window, and no tab of a group is pinned;
  /// 4. openers, and the tabs that opener groups belong to, are open tabs;
  /// 5. a tab has at most ``Settings/largestHistoryLimit`` entries, and at most
  ///    ``Settings/historyLimit`` after a commit; its index refers to an entry, unless the tab has
  ///    no entries;
  /// 6. the focused window is open, unless no window is open;
  /// 7. custom values belong to windows, tabs and groups that are open or among the closed items.
  ///
  /// ``brokenInvariants()`` checks the conditions that can be checked in a single state.
  ///
  /// A decision may no longer match the state because an earlier event was undone. In this case,
  /// fixed rules apply: if a successor no longer exists, the right neighbour of the removed tab
  /// becomes active, otherwise the left neighbour; a place is found by its rank or its neighbours
  /// (``TabNeighbors``), or by its index, which is clamped; a change that would create a cycle is
  /// ignored.
  ///
  /// - Parameter event: An event with a greater ``Event/sequence`` than that of all folded events.
  ///   In a private log, the sequence must be smaller.
  /// - Complexity: O(1) for most events; O(tabs of the window) if tabs are opened, moved or closed;
  ///   O(entries of the tab) if entries are searched
  public mutating func apply(_ event: borrowing Event) {
    sequence = event.sequence
    batch = event.batch
    (milliseconds, occurredMilliseconds) = (event.milliseconds, event.occurredMilliseconds)
    defer {
      batch = .nothing
      (milliseconds, occurredMilliseconds) = (0, 0)
    }
    switch event.body {
    case .navigation(let body): apply(body, at: event.sequence)
    case .tab(let body): apply(body, at: event.sequence)
    case .page(let body): apply(body, at: event.sequence)
    case .window(let body): apply(body, at: event.sequence)
    case .group(let body): apply(body, at: event.sequence)
    case .zoom(let body): apply(body, at: event.sequence)
    case .setting(let body):
      if !body.name.isOfLibrary { settings.apply(body, at: event.sequence) }
    case .value(let body): apply(body, at: event.sequence)
    case .session(let body): apply(body, at: event)
    case .bookmark, .time, .device, .unknown: break
    }
    if !doubtfulOwners.isEmpty { dropGoneValues() }
    health.lastEventMilliseconds = event.milliseconds
  }

  /// Records that the fold has reached an excluded event, such as an undone event. Only
  /// ``sequence`` changes.
  public mutating func skip(to sequence: EventID) { self.sequence = sequence }

  /// Folds an event about a run of a front end. A run that did not end before the next run began
  /// counts as crashed (C1).
  mutating func apply(_ event: SessionEvent, at envelope: Event) {
    switch event {
    case .opened:
      discardLoadingTabs()
      health.open(at: envelope)
    case .ended: health.end()
    }
  }

  /// Discards tabs that were loading when the last run ended.
  private mutating func discardLoadingTabs() {
    for window in windowOrder {
      guard let tabs = windowTable[window]?.tabs else { continue }
      for tab in tabs {
        let slot = tabTable.slot(of: tab)
        guard slot >= 0, tabTable[slot].status == .loading else { continue }
        tabTable[slot].status = .discarded
        tabTable[slot].pending = .nothing
        tabTable[slot].pendingEntry = .nothing
        tabTable[slot].pendingReplacement = .nothing
      }
    }
  }
}

extension SessionHealth {
  /// Begins a run, and counts the previous run as crashed if it did not end.
  fileprivate mutating func open(at event: Event) {
    if running.exists {
      let lasted = lastEventMilliseconds &- openedMilliseconds
      quickCrashes = lasted <= Self.quickCrashMilliseconds ? quickCrashes + 1 : 0
    }
    suspectTab = isSuspect ? lastLoadingTab : .nothing
    running = event.sequence
    openedMilliseconds = event.milliseconds
    lastLoadingTab = .nothing
  }

  /// Ends a run normally.
  fileprivate mutating func end() {
    running = .nothing
    quickCrashes = 0
    suspectTab = .nothing
  }
}

extension Browser {
  /// Folds an event about zoom.
  mutating func apply(_ event: ZoomEvent, at sequence: EventID) {
    switch event {
    case .siteSet(let body): set(body, at: sequence)
    case .defaultSet(let body):
      guard ZoomLevel.allowed.contains(body.level) else { return }
      zoom.default = body.level
      zoom.defaultSource = sequence
      zoom.sites.erase(equalTo: body.level, source: sequence)
    case .temporarySet(let body):
      let slot = tabTable.slot(of: body.tab)
      guard slot >= 0 else { return }
      tabTable[slot].temporaryZoom = body.level
    }
  }

  /// Sets the zoom of a site. A level that equals the default removes the site's own level (Z2).
  private mutating func set(_ body: SiteZoomSet, at sequence: EventID) {
    let isOwn = ZoomLevel.allowed.contains(body.level) && body.level != zoom.default
    zoom.sites.update(
      body.site.exists ? body.site : sequence, level: isOwn ? body.level : .none, source: sequence)
  }

  /// Checks the invariants of ``apply(_:)``.
  ///
  /// This function is intended for tests and for programs that check a complete profile.
  ///
  /// - Returns: A sentence for each invariant that does not hold, or an empty list if the state is
  ///   valid.
  /// - Complexity: O(size of the state)
  public func brokenInvariants() -> [String] {
    var broken: [String] = []
    for window in windows { check(window, &broken) }
    if focusedWindow.exists ? window(focusedWindow) == nil : !windowOrder.isEmpty {
      broken.append("the focused window is not open")
    }
    var reopenable = self
    reopenable.doubtfulOwners = ContiguousArray(values.owners)
    reopenable.dropGoneValues()
    if reopenable.values != values {
      broken.append("a value belongs to something that is neither open nor closed")
    }
    if tabs.count != tabTable.count { broken.append("a tab is in no window, or in two") }
    return broken
  }

  private func check(_ window: Window, _ broken: inout [String]) {
    if window.tabs.isEmpty { broken.append("a window without tabs is shown") }
    if !window.tabs.contains(window.activeTab) {
      broken.append("the active tab is not in its window")
    }
    let tabs = window.tabs.compactMap { tab($0) }
    if tabs.count != window.tabs.count || tabs.contains(where: { $0.window != window.id }) {
      broken.append("a window lists a tab that is not its own")
    }
    let pinned = tabs.prefix { $0.isPinned }.count
    if pinned != window.pinnedCount || tabs.dropFirst(pinned).contains(where: { $0.isPinned }) {
      broken.append("a pinned tab follows unpinned tabs")
    }
    let ranks = window.tabs.map { record($0)?.rank ?? 0 }
    for part in [ranks.prefix(pinned), ranks.dropFirst(pinned)] {
      let known = part.filter { $0 != 0 }
      if zip(known, known.dropFirst()).contains(where: { $0 > $1 }) {
        broken.append("tabs are not in the order of their ranks")
      }
    }
    checkGroups(tabs, of: window, &broken)
    for tab in tabs { check(tab, &broken) }
  }

  private func checkGroups(_ tabs: [Tab], of window: Window, _ broken: inout [String]) {
    for group in groups where group.window == window.id {
      let positions = tabs.indices.filter { tabs[$0].group == group.id }
      guard let first = positions.first, let last = positions.last else {
        broken.append("a group has no tabs in its window")
        continue
      }
      if positions.count != group.count || last - first + 1 != group.count {
        broken.append("a group's tabs are not adjacent")
      }
    }
    if tabs.contains(where: { $0.isPinned && $0.group != nil }) {
      broken.append("a pinned tab is in a group")
    }
    if tabs.contains(where: { $0.group != nil && group($0.group)?.window != window.id }) {
      broken.append("a tab is in a group that is not in its window")
    }
  }

  private func check(_ tab: Tab, _ broken: inout [String]) {
    for parent in [tab.opener, tab.openerGroupParent].compactMap({ $0 }) {
      if !tabTable.contains(parent) { broken.append("an opener is not an open tab") }
      if parent == tab.id { broken.append("a tab is its own opener") }
    }
    if !tab.entries.isEmpty, !tab.entries.indices.contains(tab.index) {
      broken.append("a tab's index does not refer to an entry")
    }
    if tab.entries.count > Settings.largestHistoryLimit { broken.append("a history is too long") }
  }
}
