extension Restorer {
  /// Reopens the tabs that were open at the earlier moment and are not open now, and their windows.
  func restoreMissingTabs() {
    for window in past.windows {
      let missing = window.tabs.indices.filter { now.record(window.tabs[$0]) == nil }
      guard !missing.isEmpty else { continue }
      let isNew = now.window(window.id) == nil
      if isNew { append(.window(.restored(WindowRestored(window)))) }
      for index in missing { reinsert(window.tabs[index], near: index) }
      if isNew, now.window(window.id)?.activeTab != window.activeTab { select(window.activeTab) }
    }
    for window in past.windows { restoreOpeners(of: window.tabs.filter { isNew($0) }) }
    for window in past.windows {
      if decider.browser.window(window.id) == nil { restoreValues(of: .window(window.id)) }
      for tab in window.tabs where isNew(tab) { restoreValues(of: .tab(tab)) }
    }
    for group in past.groups where decider.browser.group(group.id) == nil {
      restoreValues(of: .group(group.id))
    }
  }

  /// Restores one tab, and its window if the window is closed. If the tab was closed, it is
  /// selected.
  ///
  /// - Throws: ``Refusal/Code/noSuchTab`` if the tab was not open at the earlier moment.
  func restoreTab(_ id: TabID) throws(Refusal) {
    guard let tab = past.tab(id), let entry = past.window(tab.window)?.tabs,
      let index = entry.firstIndex(of: id)
    else { throw Refusal(.noSuchTab, "Tab #\(id.rawValue) was not open then.") }
    let wasOpen = now.record(id) != nil
    if now.window(tab.window) == nil {
      append(.window(.restored(WindowRestored(past.windowTable[tab.window] ?? .vacant))))
    }
    if !isInPlace(tab, at: index) {
      // If the tab's neighbours no longer exist, the tab may already be as near to its place as
      // possible.
      appendIfChanging { reinsert(id, near: index) }
    }
    restoreHistory(of: tab)
    restoreOpeners(of: [id])
    restoreValues(of: .tab(id))
    if !wasOpen { select(id) }
  }

  /// Whether a tab was opened by this restoration.
  private func isNew(_ id: TabID) -> Bool {
    decider.browser.record(id) == nil && now.record(id) != nil
  }

  /// Places a tab near its previous index, among tabs that may not have been in the window at the
  /// earlier moment.
  private func reinsert(_ id: TabID, near index: Int) {
    guard let tab = past.tab(id) else { return }
    var body = TabRestored(tab)
    body.index = Int32(index)
    if let group = now.group(tab.group), group.window != tab.window {
      body.group = .nothing
    } else if let group = tab.group, now.group(group) == nil {
      restoreLooks(ofGroup: group)
    }
    append(.tab(.restored(body)))
    restoreHistory(of: tab)
  }

  /// Activates an open tab. Appends a ``TabEvent/restored(_:)`` event, because undo must revert a
  /// restoration but ignores selections.
  func select(_ id: TabID) {
    guard let tab = now.tab(id), let index = now.window(tab.window)?.tabs.firstIndex(of: id) else {
      return
    }
    var body = TabRestored(tab)
    body.index = Int32(index)
    body.isSelected = true
    append(.tab(.restored(body)))
  }

  /// Restores the title, the colour and the collapsed state of a group, if at least one of these
  /// properties differs.
  func restoreLooks(ofGroup id: GroupID) {
    guard let group = past.group(id) else { return }
    if let present = now.groupTable[id], present.color == group.color,
      present.title == group.title, present.isCollapsed == group.isCollapsed
    {
      return
    }
    var body = GroupRestored()
    body.group = id
    body.color = group.color
    body.title = group.title
    body.isCollapsed = group.isCollapsed
    append(.group(.restored(body)))
  }

  /// Restores the entries of a tab if they differ, or if another entry is current.
  func restoreHistory(of tab: Tab) {
    guard let present = now.tab(tab.id),
      present.entries != tab.entries || present.index != tab.index
    else { return }
    if !present.entries.isEmpty {
      var body = TabCleared()
      body.tab = tab.id
      append(.tab(.cleared(body)))
    }
    for (index, entry) in tab.entries.enumerated() {
      append(.tab(.entryRestored(EntryRestored(entry, of: tab.id, isCurrent: index == tab.index))))
    }
  }

  /// Restores the openers of tabs after all tabs exist, because a tab may be restored before its
  /// opener.
  func restoreOpeners(of tabs: some Collection<TabID>) {
    for id in tabs {
      guard let tab = past.tab(id), let present = now.tab(id), present.opener != tab.opener,
        tab.opener.map({ now.record($0) != nil }) ?? true,
        let index = now.window(present.window)?.tabs.firstIndex(of: id)
      else { continue }
      var body = TabRestored(present)
      body.index = Int32(index)
      body.opener = tab.opener ?? .nothing
      append(.tab(.restored(body)))
    }
  }
}

extension TabRestored {
  /// Creates the event that restores the properties of a tab, except its index and selection.
  init(_ tab: Tab) {
    self.init()
    self.tab = tab.id
    window = tab.window
    opener = tab.opener ?? .nothing
    group = tab.group ?? .nothing
    isPinned = tab.isPinned
    isMuted = tab.isMuted
    temporaryZoom = tab.temporaryZoom
    kept = tab.kept ?? .nothing
  }
}
