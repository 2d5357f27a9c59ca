extension Restorer {
  /// Restores all windows with their tabs and groups, their order, and the focus.
  func restoreWindows() throws(Refusal) {
    try closeNewWindowsAndTabs()
    restoreEntries(of: past.windows)
    for (index, window) in past.windows.enumerated() { restorePlace(of: window, at: index) }
    restoreValues(inWindows: past.windows)
    guard past.focusedWindow != now.focusedWindow, let window = past.window(past.focusedWindow),
      let index = now.windowOrder.firstIndex(of: window.id)
    else { return }
    var body = WindowRestored(window)
    body.index = Int32(index)
    body.isFocused = true
    append(.window(.restored(body)))
  }

  /// Restores one window with its tabs.
  ///
  /// - Throws: ``Refusal/Code/noSuchWindow`` if the window was not open at the earlier moment.
  func restoreWindow(_ id: WindowID) throws(Refusal) {
    guard let window = past.window(id), let index = past.windowOrder.firstIndex(of: id) else {
      throw Refusal(.noSuchWindow, "Window #\(id.rawValue) was not open then.")
    }
    let wasOpen = now.window(id) != nil
    try expelOthers(from: window)
    restoreEntries(of: [window])
    restorePlace(of: window, at: wasOpen ? now.windowOrder.firstIndex(of: id) ?? index : index)
    restoreValues(inWindows: [window])
  }

  // MARK: New windows and tabs

  /// Closes everything that was opened after the earlier moment: new windows that contain only new
  /// tabs, and new tabs in other windows.
  private func closeNewWindowsAndTabs() throws(Refusal) {
    var tabs: [TabID] = []
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

  /// Removes from a window the tabs that it did not contain at the earlier moment. Each of these
  /// tabs returns to its previous window, or is closed if that window is not open.
  private func expelOthers(from window: Window) throws(Refusal) {
    guard let order = now.window(window.id)?.tabs else { return }
    let others = order.filter { past.record($0)?.window != window.id }
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

  // MARK: Tabs

  /// Restores the tabs of windows from left to right. Everything to the left of the current index
  /// is already correct. Differing pins and groups are removed first, so that they do not affect
  /// the places of other tabs.
  private func restoreEntries(of windows: [Window]) {
    removeDifferingPinsAndGroups(for: windows)
    for window in windows {
      if now.window(window.id) == nil { append(.window(.restored(WindowRestored(window)))) }
      for (index, id) in window.tabs.enumerated() { restoreTab(id, at: index) }
    }
    for window in windows { restoreOpeners(of: window.tabs) }
    for window in windows where now.window(window.id)?.activeTab != window.activeTab {
      select(window.activeTab)
    }
  }

  /// Removes tabs from groups, and unpins tabs, if the group or pin state differs from the state to
  /// restore, or if the tab is not in the same window in that state.
  private func removeDifferingPinsAndGroups(for windows: [Window]) {
    let targets = Set(windows.map { $0.id })
    var groups: Set<GroupID> = []
    for window in windows {
      for id in window.tabs { groups.insert(past.record(id)?.group ?? .nothing) }
    }
    for tab in now.tabs {
      let was = past.record(tab.id)
      let isWanted = was.map { targets.contains($0.window) } ?? false
      let isHere = isWanted && was?.window == tab.window
      guard isWanted || targets.contains(tab.window) || groups.contains(tab.group ?? .nothing)
      else {
        continue
      }
      if tab.group != nil, !isHere || was?.group.ifExists != tab.group { leaveGroup(tab.id) }
      if tab.isPinned, !isHere || was?.isPinned == false, isWanted || targets.contains(tab.window) {
        unpin(tab.id)
      }
    }
  }

  /// Unpins a tab and places it to the left of the unpinned tabs.
  private func unpin(_ id: TabID) {
    guard let window = now.record(id)?.window, let order = now.window(window) else { return }
    var body = TabPinned()
    body.tab = id
    body.index = Int32(order.pinnedCount - 1)
    append(.tab(.pinned(body)))
  }

  /// Removes a tab from its group at the left end, so that it does not enter another group.
  private func leaveGroup(_ id: TabID) {
    guard let tab = now.record(id),
      let run = now.run(of: tab.group, inWindow: now.windowTable.slot(of: tab.window))
    else { return }
    var body = GroupJoined()
    body.tab = id
    body.index = Int32(run.lowerBound)
    append(.group(.joined(body)))
  }

  /// Restores the tab at an index: its group, place, properties and history.
  private func restoreTab(_ id: TabID, at index: Int) {
    guard let tab = past.tab(id) else { return }
    if let group = tab.group { restoreGroup(group, inWindow: tab.window, at: index) }
    if !isInPlace(tab, at: index) {
      var body = TabRestored(tab)
      body.index = Int32(index)
      append(.tab(.restored(body)))
    }
    restoreHistory(of: tab)
  }

  /// Whether a tab is at an index of its window, with the same properties, apart from its
  /// history.
  func isInPlace(_ tab: Tab, at index: Int) -> Bool {
    guard let order = now.window(tab.window)?.tabs, order.indices.contains(index),
      order[index] == tab.id, let record = now.record(tab.id)
    else { return false }
    return record.isPinned == tab.isPinned && record.group.ifExists == tab.group
      && record.isMuted == tab.isMuted && record.temporaryZoom == tab.temporaryZoom
      && record.kept.ifExists == tab.kept
  }

  /// Restores a group at an index. If the group is further to the right, its tabs leave it first,
  /// and the group is reassembled at the index.
  private func restoreGroup(_ id: GroupID, inWindow window: WindowID, at index: Int) {
    let slot = now.windowTable.slot(of: window)
    if slot >= 0, let run = now.run(of: id, inWindow: slot, near: index), run.lowerBound > index {
      for tab in now.windowTable[slot].tabs[run] { leaveGroup(tab) }
    }
    restoreLooks(ofGroup: id)
  }

  /// Restores the index of a window among the windows, its bounds and its show state.
  private func restorePlace(of window: Window, at index: Int) {
    guard let present = now.window(window.id) else { return }
    let isInPlace =
      now.windowOrder.firstIndex(of: window.id) == index && present.bounds == window.bounds
      && present.showState == window.showState && present.title == window.title
    guard !isInPlace else { return }
    var body = WindowRestored(window)
    body.index = Int32(index)
    append(.window(.restored(body)))
  }
}

extension WindowRestored {
  /// Creates the event that restores the place of a window, except its index.
  init(_ window: Window) {
    self.init()
    self.window = window.id
    bounds = window.bounds
    showState = window.showState
    title = window.title
  }
}
