internal import BrowserModel
internal import RetraceStore

/// The tab strip of a window: pinned tabs, groups, the order of tabs, and the active tab.
extension Recording {
  func arrange(_ window: ObservedWindow, _ groups: [Int64: ObservedGroup]) throws {
    for tab in window.tabs {
      guard let id = tabs[tab.id]?.id, let recorded = browser.tab(id) else { continue }
      if recorded.isPinned != tab.isPinned { try perform(.pin(id, tab.isPinned)) }
      if recorded.isMuted != tab.isMuted { try perform(.mute(id, tab.isMuted)) }
    }
    // Moving a tab may make it join or leave a group, and joining a group moves a tab. A second
    // round fixes the side effects of the first one.
    for _ in 0..<2 {
      try sort(window, groups)
      try group(window, groups)
    }
    try sort(window, groups)
    try describeGroups(window, groups)
  }

  // MARK: Order

  private func sort(_ window: ObservedWindow, _ groups: [Int64: ObservedGroup]) throws {
    let wanted = ContiguousArray(window.tabs.compactMap { tabs[$0.id]?.id })
    guard let id = windows[window.id] else { return }
    // Each round moves one tab to its place.
    for _ in wanted {
      guard let row = browser.window(id)?.tabs, let move = Self.move(of: row, towards: wanted)
      else {
        return
      }
      try perform(.move(move.item, to: move.index))
    }
  }

  /// Returns the next item to move in a row. If the user dragged a single item, it is that item.
  package static func move<Item: Equatable>(
    of row: ContiguousArray<Item>, towards wanted: ContiguousArray<Item>
  ) -> (item: Item, index: Int)? {
    guard row.count == wanted.count,
      let place = row.indices.first(where: { row[$0] != wanted[$0] })
    else { return nil }
    let isDraggedRight = place + 1 < row.count && row[place + 1] == wanted[place]
    if isDraggedRight, let index = wanted.firstIndex(of: row[place]) { return (row[place], index) }
    return (wanted[place], place)
  }

  // MARK: Groups

  private func group(_ window: ObservedWindow, _ observed: [Int64: ObservedGroup]) throws {
    for tab in window.tabs {
      guard let id = tabs[tab.id]?.id, let recorded = browser.tab(id) else { continue }
      guard let group = tab.group else {
        if recorded.group != nil { try perform(.ungroup([id])) }
        continue
      }
      if let known = groups[group], browser.group(known)?.window == recorded.window {
        if recorded.group != known { try perform(.group([id], into: known)) }
      } else {
        try make(group, observed[group] ?? ObservedGroup(), in: window)
      }
    }
  }

  private func make(_ id: Int64, _ group: ObservedGroup, in window: ObservedWindow) throws {
    let members = window.tabs.filter { $0.group == id }.compactMap { tabs[$0.id]?.id }
    try perform(.group(members, title: group.title, color: group.color))
    groups[id] = members.first.flatMap { browser.tab($0)?.group }
  }

  private func describeGroups(
    _ window: ObservedWindow, _ observed: [Int64: ObservedGroup]
  ) throws {
    for id in Set(window.tabs.compactMap(\.group)) {
      guard let group = observed[id], let recorded = groups[id].flatMap({ browser.group($0) })
      else {
        continue
      }
      let title = try store.read { words in browser.title(of: recorded, text: words) }
      if title != group.title || recorded.color != group.color {
        try perform(.changeGroup(recorded.id, title: group.title, color: group.color))
      }
      if recorded.isCollapsed != group.isCollapsed {
        try perform(.collapse(recorded.id, group.isCollapsed))
      }
    }
  }

  // MARK: What is in front

  func show(_ window: ObservedWindow) throws {
    guard let id = windows[window.id], let recorded = browser.window(id) else { return }
    if let active = window.activeTab.flatMap({ tabs[$0.id]?.id }), active != recorded.activeTab {
      try perform(.select(active))
    }
    if recorded.bounds != window.bounds || recorded.showState != window.showState {
      // The first bounds are the browser's own choice, which the user does not want to undo.
      try perform(
        .placeWindow(id, bounds: window.bounds, showState: window.showState),
        by: recorded.bounds == .unknown ? .engine : nil)
    }
  }

  func focus(_ strip: ObservedStrip) throws {
    guard let focused = strip.windows.first(where: \.isFocused).flatMap({ windows[$0.id] }),
      focused != browser.focusedWindow
    else { return }
    try perform(.focusWindow(focused))
  }
}
