internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// Writes windows, their tabs with their histories, and closed items as events.
struct SessionImporter {
  /// The maximum number of entries per tab.
  private let limit: Int
  /// The new windows, by their index in the imported session.
  private var windows: [Int: ImportedWindow] = [:]

  private struct ImportedWindow {
    var id: WindowID
    var groups: [Int: GroupID] = [:]
    var tabs: [TabID] = []
  }

  init(limit: Int) { self.limit = limit }

  mutating func consume(
    _ session: PortableSession, focus: WindowID, _ known: inout KnownItems,
    _ report: inout ImportReport, _ batch: inout BatchWriter
  ) throws {
    for (place, window) in session.windows.enumerated() {
      let new = window.keepingNewTabs(&known, &report)
      guard !new.tabs.isEmpty else { continue }
      windows[place] = try open(new, &batch)
      report.counts.add(new)
    }
    for closing in session.closed { try consume(closing, &known, &report, &batch) }
    try choose(session.focused, focus: focus, &batch)
  }

  /// Focuses a window. If a window of the profile already had the focus, that window is focused
  /// again.
  private func choose(
    _ focused: Int?, focus: WindowID, _ batch: inout BatchWriter
  ) throws {
    guard !windows.isEmpty else { return }
    var body = WindowFocused()
    body.window = focus.exists ? focus : focused.flatMap { windows[$0]?.id } ?? .nothing
    if body.window.exists { try batch.append(.window(.focused(body))) }
  }

  // MARK: Windows

  private func open(
    _ window: PortableWindow, _ batch: inout BatchWriter
  ) throws -> ImportedWindow {
    var body = WindowOpened()
    body.bounds = window.bounds
    body.showState = window.showState
    var made = ImportedWindow(id: WindowID(try batch.append(.window(.opened(body)))))
    if !window.title.isEmpty {
      var words = Draft()
      var name = WindowNamed()
      name.window = made.id
      name.title = words.text(window.title)
      try batch.append(.window(.named(name)), words: words.bytes)
    }
    try set(window.values, of: .window(made.id), &batch)
    for (index, tab) in window.tabs.enumerated() {
      let group = try group(of: tab, window, &made, &batch)
      made.tabs.append(try open(tab, in: made.id, at: index, group: group, &batch))
    }
    for (place, group) in made.groups.sorted(by: { $0.key < $1.key })
    where window.groups[place].isCollapsed {
      var body = GroupCollapsed()
      body.group = group
      body.isCollapsed = true
      try batch.append(.group(.collapsed(body)))
    }
    try select(window, made.tabs, &batch)
    return made
  }

  /// Selects the tabs at the times at which they were last shown, in this order. The active tab is
  /// selected last.
  private func select(
    _ window: PortableWindow, _ tabs: [TabID], _ batch: inout BatchWriter
  ) throws {
    let times = window.tabs.map(\.milliseconds)
    let others = tabs.indices.filter { times[$0] > 0 && $0 != window.active }
      .sorted { (times[$0], $0) < (times[$1], $1) }
    // The first tab is active without being selected.
    let needsActive = window.active != 0 || !others.isEmpty || (times.first ?? 0) > 0
    let active = tabs.indices.contains(window.active) && needsActive ? [window.active] : []
    for place in others + active {
      var body = TabSelected()
      body.tab = tabs[place]
      try batch.append(.tab(.selected(body)), occurred: times[place])
    }
  }

  private func group(
    of tab: PortableTab, _ window: PortableWindow, _ made: inout ImportedWindow,
    _ batch: inout BatchWriter
  ) throws -> GroupID {
    guard let place = tab.group, window.groups.indices.contains(place), !tab.isPinned else {
      return .nothing
    }
    if let group = made.groups[place] { return group }
    var words = Draft()
    var body = GroupCreated()
    body.color = window.groups[place].color
    body.title = words.text(window.groups[place].title)
    let group = GroupID(try batch.append(.group(.created(body)), words: words.bytes))
    made.groups[place] = group
    return group
  }

  // MARK: Tabs

  private func open(
    _ tab: PortableTab, in window: WindowID, at index: Int, group: GroupID,
    _ batch: inout BatchWriter
  ) throws -> TabID {
    let tab = tab.trimmed(to: limit)
    var words = Draft()
    var body = TabOpened()
    body.window = window
    body.index = Int32(clamping: index)
    body.isPinned = tab.isPinned
    body.group = group
    body.transition = tab.entries[0].transition
    body.url = words.text(tab.entries[0].url)
    let id = TabID(
      try batch.append(
        .tab(.opened(body)), occurred: tab.entries[0].milliseconds, words: words.bytes))
    try fill(id, tab, &batch)
    return id
  }

  /// Adds the remaining entries of a tab's history, and the tab's appearance.
  private func fill(
    _ id: TabID, _ tab: PortableTab, _ batch: inout BatchWriter
  ) throws {
    try title(tab.entries[0], id.event, of: id, &batch)
    try scroll(tab.entries[0], id.event, of: id, &batch)
    var entries = [EntryID(id.event)]
    for entry in tab.entries.dropFirst() {
      let parent = entries[entries.count - 1]
      let content = try commit(entry, after: parent, of: id, &batch)
      try title(entry, content, of: id, &batch)
      try scroll(entry, content, of: id, &batch)
      entries.append(EntryID(content))
    }
    if tab.index != entries.count - 1 {
      var body = Traveled()
      body.tab = id
      body.entry = entries[tab.index]
      try batch.append(.navigation(.traveled(body)))
    }
    if tab.isMuted {
      var body = TabMuted()
      body.tab = id
      body.isMuted = true
      try batch.append(.tab(.muted(body)))
    }
    if let level = tab.zoom.map({ ZoomLevel(hundredths: UInt16(clamping: $0)) }),
      ZoomLevel.allowed.contains(level)
    {
      var body = TemporaryZoomSet()
      body.tab = id
      body.level = level
      try batch.append(.zoom(.temporarySet(body)))
    }
    try set(tab.values, of: .tab(id), &batch)
    // The tab has not been loaded.
    var body = TabDiscarded()
    body.tab = id
    try batch.append(.tab(.discarded(body)), occurred: tab.milliseconds)
  }

  /// Sets custom values, in the order of their names.
  private func set(
    _ values: [String: String], of owner: ValueOwner, _ batch: inout BatchWriter
  ) throws {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      var words = Draft()
      var body = ValueSet()
      body.owner = owner
      body.key = ValueKey(name: name)
      body.name = words.text(name)
      body.value = words.text(value)
      try batch.append(.value(.set(body)), words: words.bytes)
    }
  }

  private func commit(
    _ entry: PortableEntry, after parent: EntryID, of tab: TabID, _ batch: inout BatchWriter
  ) throws -> EventID {
    var words = Draft()
    var body = NavigationCommitted()
    body.tab = tab
    body.parent = parent
    body.isSameDocument = entry.isSameDocument
    body.transition = entry.transition
    body.url = words.text(entry.url)
    return try batch.append(
      .navigation(.committed(body)), occurred: entry.milliseconds, words: words.bytes)
  }

  private func title(
    _ entry: PortableEntry, _ content: EventID, of tab: TabID, _ batch: inout BatchWriter
  ) throws {
    guard !entry.title.isEmpty else { return }
    var words = Draft()
    var body = PageTitled()
    body.tab = tab
    body.content = content
    body.title = words.text(entry.title)
    try batch.append(.page(.titled(body)), words: words.bytes)
  }

  private func scroll(
    _ entry: PortableEntry, _ content: EventID, of tab: TabID, _ batch: inout BatchWriter
  ) throws {
    guard let scroll = entry.scroll else { return }
    var body = PageScrolled()
    body.tab = tab
    body.content = content
    body.x = scroll.x
    body.y = scroll.y
    try batch.append(.page(.scrolled(body)))
  }

  // MARK: Closed items

  private mutating func consume(
    _ closing: PortableClosing, _ known: inout KnownItems, _ report: inout ImportReport,
    _ batch: inout BatchWriter
  ) throws {
    switch closing.item {
    case .tab(let tab, let index, let place):
      guard tab.isNew(&known, &report) else { return }
      report.counts.closedTabs += 1
      try close(tab, at: index, in: place, closing.milliseconds, &batch)
    case .window(let window):
      let new = window.keepingNewTabs(&known, &report)
      guard !new.tabs.isEmpty else { return }
      report.counts.closedTabs += new.tabs.count
      var body = WindowClosed()
      body.window = try open(new, &batch).id
      body.isByTime = true
      try batch.append(.window(.closed(body)), occurred: closing.milliseconds)
    }
  }

  /// Opens a tab at its position and closes it. If its window is unknown, the tab is placed in the
  /// first window, or in a new window that closes with it.
  private mutating func close(
    _ tab: PortableTab, at index: Int, in place: Int?, _ milliseconds: Int64,
    _ batch: inout BatchWriter
  ) throws {
    let window = place.flatMap { windows[$0] } ?? windows[windows.keys.min() ?? 0]
    let id: WindowID
    if let window {
      id = window.id
    } else {
      id = WindowID(try batch.append(.window(.opened(WindowOpened()))))
    }
    var body = TabClosed()
    body.tab = try open(tab, in: id, at: index, group: .nothing, &batch)
    body.index = Int32(clamping: index)
    body.isByTime = true
    try batch.append(.tab(.closed(body)), occurred: milliseconds)
  }
}

extension PortableTab {
  /// Returns the tab with at most a given number of entries. The current entry is always included,
  /// and the oldest entries are dropped first.
  fileprivate func trimmed(to limit: Int) -> PortableTab {
    guard entries.count > limit else { return self }
    let first = min(entries.count - limit, index)
    var tab = self
    tab.entries = Array(entries[first..<(first + limit)])
    tab.index = index - first
    return tab
  }

  fileprivate func isNew(_ known: inout KnownItems, _ report: inout ImportReport) -> Bool {
    guard !entries.isEmpty else { return false }
    if let entry = entries.first(where: { $0.url.isTooLong || $0.title.isTooLong }) {
      report.add(
        problem: "A tab with “\(entry.url.shortened)” is too long to store. The limit is 2 MiB.")
      return false
    }
    if known.isNew(self) { return true }
    report.counts.known += 1
    return false
  }
}

extension PortableWindow {
  /// Returns the window with only its new tabs.
  fileprivate func keepingNewTabs(
    _ known: inout KnownItems, _ report: inout ImportReport
  ) -> PortableWindow {
    var new = self
    new.tabs = []
    new.active = 0
    for (index, tab) in tabs.enumerated() where tab.isNew(&known, &report) {
      if index <= active { new.active = new.tabs.count }
      new.tabs.append(tab)
    }
    return new
  }
}

extension ImportCounts {
  fileprivate mutating func add(_ window: PortableWindow) {
    windows += 1
    tabs += window.tabs.count
    groups += Set(window.tabs.compactMap { $0.isPinned ? nil : $0.group }).count
  }
}
