extension Browser {
  /// Folds an event about a window.
  mutating func apply(_ event: WindowEvent, at sequence: EventID) {
    switch event {
    case .opened(let body):
      var window = Window(id: WindowID(sequence))
      window.bounds = body.bounds
      window.showState = body.showState
      windowTable.insert(window)
    case .closed(let body): close(body, at: sequence)
    case .reopened(let body): reopen(body, at: sequence)
    case .focused(let body): focus(body.window, at: sequence)
    case .placed(let body):
      let slot = windowTable.slot(of: body.window)
      guard slot >= 0 else { return }
      windowTable[slot].bounds = body.bounds
      windowTable[slot].showState = body.showState
    case .restored(let body): restore(body, at: sequence)
    case .named(let body):
      let slot = windowTable.slot(of: body.window)
      if slot >= 0 { windowTable[slot].title = sequence }
    }
  }

  /// Shows a window that its first tab has entered, as the newest window, and focuses it.
  mutating func show(_ window: WindowID) {
    windowOrder.append(window)
    focus(window, at: sequence)
  }

  /// Focuses a window. Does nothing if the window has no tabs.
  private mutating func focus(_ window: WindowID, at sequence: EventID) {
    let slot = windowTable.slot(of: window)
    guard slot >= 0, !windowTable[slot].tabs.isEmpty else { return }
    windowTable[slot].lastFocused = sequence
    focusedWindow = window
  }

  /// Removes a window that has no tabs. If the window had the focus, focuses the successor, or the
  /// newest window if the successor is not open. The closed items of a private window are removed
  /// too (T7).
  mutating func forget(window: WindowID, successor: WindowID) {
    if window.isPrivate { dropClosed(inWindow: window) }
    windowTable.remove(window)
    doubt(.window(window))
    windowOrder.removeAll { $0 == window }
    guard focusedWindow == window else { return }
    focusedWindow =
      windowOrder.contains(successor) ? successor : windowOrder.last ?? .nothing
  }

  /// Closes a window with its tabs, as one closed item (T4). Nothing from a private window is
  /// stored (T7).
  private mutating func close(_ body: WindowClosed, at sequence: EventID) {
    let slot = windowTable.slot(of: body.window)
    guard slot >= 0, !windowTable[slot].tabs.isEmpty else { return }
    let window = windowTable[slot]
    if body.isUnlisted || window.id.isPrivate {
      for id in window.tabs { dropHistory(of: id) }
    } else {
      keep(window, at: sequence, isByTime: body.isByTime)
    }
    for id in window.tabs {
      let tabSlot = tabTable.slot(of: id)
      guard tabSlot >= 0 else { continue }
      leave(.opener, tabSlot)
      openerGroups.clear(tabSlot)
      leaveGroup(tabSlot)
      tabTable.remove(id)
      doubt(.tab(id))
    }
    forget(window: body.window, successor: body.successor)
  }

  /// Frees the entries of a tab's history.
  private mutating func dropHistory(of tab: TabID) {
    let slot = tabTable.slot(of: tab)
    if slot >= 0 { entryStore.drop(tabTable[slot].history) }
  }

  /// Records a closing window as one closed item.
  private mutating func keep(_ window: Window, at sequence: EventID, isByTime: Bool) {
    let item = ClosedItemRecord(
      id: ClosedItemID(sequence), kind: .window, window: window.id, bounds: window.bounds,
      showState: window.showState, title: window.title, activeTab: window.activeTab)
    guard let position = keep(item, isByTime: isByTime) else {
      for id in window.tabs { dropHistory(of: id) }
      return
    }
    for (index, id) in window.tabs.enumerated() {
      let tabSlot = tabTable.slot(of: id)
      guard tabSlot >= 0 else { continue }
      var closed = closingRecord(tabSlot)
      closed.index = index
      append(closed, to: position)
    }
  }

  /// Restores a window to an earlier moment. A window that no longer exists is shown when a tab
  /// enters it.
  private mutating func restore(_ body: WindowRestored, at sequence: EventID) {
    var slot = windowTable.slot(of: body.window)
    if slot < 0 {
      guard body.window.isKnown(at: sequence) else { return }
      slot = windowTable.insert(Window(id: body.window))
    }
    windowTable[slot].bounds = body.bounds
    windowTable[slot].showState = body.showState
    windowTable[slot].title = body.title
    guard let position = windowOrder.firstIndex(of: body.window) else { return }
    windowOrder.remove(at: position)
    windowOrder.insert(body.window, at: min(max(Int(body.index), 0), windowOrder.count))
    if body.isFocused { focus(body.window, at: sequence) }
  }

  /// Reopens a window with its tabs, except tabs that are already open in other windows.
  private mutating func reopen(_ body: WindowReopened, at sequence: EventID) {
    guard let position = closedList.last(where: { $0.id == body.item && $0.kind == .window }),
      window(closedList[position].window) == nil
    else { return }
    let item = closedList[position]
    let tabs = closedList.tabs(of: position)
    doubtOwners(inClosed: position)
    closedList.remove(at: position)
    windowTable.remove(item.window)
    var window = Window(id: item.window)
    window.bounds = item.bounds
    window.showState = item.showState
    window.title = item.title
    let slot = windowTable.insert(window)
    for closedTab in tabs {
      if tabTable.contains(closedTab.tab.id) {
        entryStore.drop(closedTab.tab.history)
      } else {
        let tabSlot = reopenTab(
          closedTab, inWindow: slot,
          at: TabPlace(windowTable[slot].tabs.count, rank: closedTab.tab.rank), sequence: sequence)
        // The tabs keep their relative places, so their placements are unchanged.
        tabTable[tabSlot].placement = closedTab.tab.placement
        tabTable[tabSlot].placementBatch = closedTab.tab.placementBatch
      }
    }
    for closedTab in tabs {
      let tabSlot = tabTable.slot(of: closedTab.tab.id)
      if tabSlot >= 0 { link(.opener, tabSlot, to: closedTab.opener) }
    }
    if windowTable[slot].tabs.isEmpty {
      windowTable.remove(item.window)
      return
    }
    let active = tabTable.slot(of: item.activeTab)
    if active >= 0, tabTable[active].window == item.window { makeActive(active, inWindow: slot) }
  }

  /// Folds an event about a tab group.
  mutating func apply(_ event: GroupEvent, at sequence: EventID) {
    switch event {
    case .created(let body):
      var group = TabGroup(id: GroupID(sequence))
      group.color = body.color
      if body.title.isPresent { group.title = sequence }
      groupTable.insert(group)
    case .changed(let body):
      let slot = groupTable.slot(of: body.group)
      guard slot >= 0 else { return }
      groupTable[slot].color = body.color
      if body.title.isPresent { groupTable[slot].title = sequence }
    case .collapsed(let body):
      let slot = groupTable.slot(of: body.group)
      if slot >= 0 { groupTable[slot].isCollapsed = body.isCollapsed }
    case .joined(let body):
      let slot = tabTable.slot(of: body.tab)
      guard slot >= 0 else { return }
      regroup(slot, to: body.group, at: TabPlace(body.index, body.neighbors))
    case .restored(let body): restore(body, at: sequence)
    case .moved(let body): move(body)
    }
  }

  /// Moves a group with all its tabs, which stay next to each other in the same order.
  private mutating func move(_ body: GroupMoved) {
    let target = windowTable.slot(of: body.window)
    guard target >= 0, let group = groupTable[body.group], group.count > 0 else { return }
    let source = windowTable.slot(of: group.window)
    guard source >= 0, let run = run(of: group.id, inWindow: source) else { return }
    let leavesWindow = group.window != body.window
    let tabs = windowTable[source].tabs[run].map { tabTable.slot(of: $0) }
    let active = tabTable.slot(of: windowTable[source].activeTab)
    for slot in tabs {
      if leavesWindow { leave(.openerGroup, slot) }
      unplace(slot, hint: run.lowerBound)
    }
    if leavesWindow {
      if windowTable[source].tabs.isEmpty {
        forget(window: group.window, successor: body.window)
      } else if tabs.contains(active) {
        succeed(body.successor, inWindow: source, at: run.lowerBound)
      }
    }
    keepAlive(group)
    var index = Int(body.index)
    var rank = body.neighbors.rank
    let step = TabRank.step(bits: body.rankBits, count: tabs.count)
    for slot in tabs {
      tabTable[slot].group = group.id
      let place = TabPlace(index, rank: step == 0 ? 0 : rank)
      index =
        1
        + (leavesWindow
          ? self.place(slot, inWindow: target, at: place)
          : insert(slot, inWindow: target, at: place))
      rank &+= step
    }
    if !leavesWindow, index != run.upperBound {
      for slot in tabs { reparentChildren(.openerGroup, slot) }
    }
  }

  /// Restores a group to an earlier moment. A group that no longer exists becomes part of the state
  /// again when a tab joins it.
  private mutating func restore(_ body: GroupRestored, at sequence: EventID) {
    var slot = groupTable.slot(of: body.group)
    if slot < 0 {
      guard body.group.isKnown(at: sequence) else { return }
      slot = groupTable.insert(TabGroup(id: body.group))
    }
    groupTable[slot].color = body.color
    groupTable[slot].title = body.title
    groupTable[slot].isCollapsed = body.isCollapsed
  }
}
