extension Restorer {
  mutating func restoreWindows() throws(Refusal) {
    try closeWhatIsNew()
    restoreRows(of: past.windows)
    for (index, window) in past.windows.enumerated() { restorePlace(of: window, at: index) }
    guard past.focusedWindow != now.focusedWindow, let window = past.window(past.focusedWindow),
      let index = now.windowOrder.firstIndex(of: window.id)
    else { return }
    var body = WindowRestored(window)
    body.index = Int32(index)
    body.isFocused = true
    append(.window(.restored(body)))
  }

  mutating func restoreWindow(_ id: EventID) throws(Refusal) {
    guard let window = past.window(id), let index = past.windowOrder.firstIndex(of: id) else {
      throw Refusal(.noSuchWindow, "Window #\(id.rawValue) was not open then.")
    }
    let wasOpen = now.window(id) != nil
    try expelOthers(from: window)
    restoreRows(of: [window])
    restorePlace(of: window, at: wasOpen ? now.windowOrder.firstIndex(of: id) ?? index : index)
  }

  // MARK: What was not there

  /// Windows that nothing of the past stands in close as such; of the others, the tabs.
  private mutating func closeWhatIsNew() throws(Refusal) {
    var tabs: [EventID] = []
    for window in now.windows {
      let new = window.tabs.filter { past.record($0) == nil }
      if new.count == window.tabs.count, past.window(window.id) == nil {
        try decide { (decider) throws(Refusal) in try decider.closeWindow(window.id) }
      } else {
        tabs += new
      }
    }
    if !tabs.isEmpty { try decide { (decider) throws(Refusal) in try decider.close(tabs) } }
  }

  private mutating func expelOthers(from window: Window) throws(Refusal) {
    guard let row = now.window(window.id)?.tabs else { return }
    let others = row.filter { past.record($0)?.window != window.id }
    let closing = others.filter { id in
      past.record(id).map { now.window($0.window) == nil } ?? true
    }
    if !closing.isEmpty {
      try decide { (decider) throws(Refusal) in try decider.close(Array(closing)) }
    }
    for id in others where now.record(id) != nil {
      guard let tab = past.tab(id), let home = now.window(tab.window) else { continue }
      var body = TabRestored(tab)
      body.index = Int32(home.tabs.count)
      body.group = .nothing
      append(.tab(.restored(body)))
    }
  }

  // MARK: Rows

  /// Makes the rows of windows what they were, from left to right: what stands left of a position is
  /// right already, and what is loosened before cannot draw a tab elsewhere.
  private mutating func restoreRows(of windows: [Window]) {
    loosen(for: windows)
    for window in windows {
      if now.window(window.id) == nil { append(.window(.restored(WindowRestored(window)))) }
      for (index, id) in window.tabs.enumerated() { restoreTab(id, at: index) }
    }
    for window in windows { restoreOpeners(of: window.tabs) }
    for window in windows where now.window(window.id)?.activeTab != window.activeTab {
      select(window.activeTab)
    }
  }

  /// Takes pins and groups away where they are not what they were, or are in another window.
  private mutating func loosen(for windows: [Window]) {
    let targets = Set(windows.map { $0.id })
    var groups: Set<EventID> = []
    for window in windows {
      for id in window.tabs { groups.insert(past.record(id)?.group ?? .nothing) }
    }
    for tab in now.tabs {
      let was = past.record(tab.id)
      let isWanted = was.map { targets.contains($0.window) } ?? false
      let isHere = isWanted && was?.window == tab.window
      guard isWanted || targets.contains(tab.window) || groups.contains(tab.group) else { continue }
      if tab.group.exists, !isHere || was?.group != tab.group { leaveGroup(tab.id) }
      if tab.isPinned, !isHere || was?.isPinned == false, isWanted || targets.contains(tab.window) {
        unpin(tab.id)
      }
    }
  }

  private mutating func unpin(_ id: EventID) {
    guard let window = now.record(id)?.window, let row = now.window(window) else { return }
    var body = TabPinned()
    body.tab = id
    body.index = Int32(row.pinnedCount - 1)
    append(.tab(.pinned(body)))
  }

  /// A tab leaves its group at the left end, where no other group can be around it.
  private mutating func leaveGroup(_ id: EventID) {
    guard let tab = now.record(id),
      let run = now.run(of: tab.group, inWindow: now.windowTable.slot(of: tab.window))
    else { return }
    var body = GroupJoined()
    body.tab = id
    body.index = Int32(run.lowerBound)
    append(.group(.joined(body)))
  }

  /// What stands at a position of a row, its group, and its history.
  private mutating func restoreTab(_ id: EventID, at index: Int) {
    guard let tab = past.tab(id) else { return }
    if tab.group.exists { restoreGroup(tab.group, inWindow: tab.window, at: index) }
    if !isInPlace(tab, at: index) {
      var body = TabRestored(tab)
      body.index = Int32(index)
      append(.tab(.restored(body)))
    }
    restoreHistory(of: tab)
  }

  func isInPlace(_ tab: Tab, at index: Int) -> Bool {
    guard let row = now.window(tab.window)?.tabs, row.indices.contains(index),
      row[index] == tab.id, let record = now.record(tab.id)
    else { return false }
    return record.isPinned == tab.isPinned && record.group == tab.group
      && record.isMuted == tab.isMuted && record.temporaryZoom == tab.temporaryZoom
      && record.kept == tab.kept
  }

  /// A group that stands elsewhere in its row first falls apart, and is put together here.
  private mutating func restoreGroup(_ id: EventID, inWindow window: EventID, at index: Int) {
    let slot = now.windowTable.slot(of: window)
    if slot >= 0, let run = now.run(of: id, inWindow: slot), run.lowerBound > index {
      for tab in now.windowTable[slot].tabs[run] { leaveGroup(tab) }
    }
    restoreLooks(ofGroup: id)
  }

  /// The places of windows among each other and on the screen.
  private mutating func restorePlace(of window: Window, at index: Int) {
    guard let present = now.window(window.id) else { return }
    let isInPlace =
      now.windowOrder.firstIndex(of: window.id) == index && present.bounds == window.bounds
      && present.showState == window.showState
    guard !isInPlace else { return }
    var body = WindowRestored(window)
    body.index = Int32(index)
    append(.window(.restored(body)))
  }
}

extension WindowRestored {
  init(_ window: Window) {
    self.init()
    self.window = window.id
    bounds = window.bounds
    showState = window.showState
  }
}
