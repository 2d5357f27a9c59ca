extension Decider {
  /// Selects a tab and expands its group. A selection by the user also focuses the window.
  func select(_ id: TabID, byUser: Bool) throws(Refusal) {
    let tab = try record(id)
    let window = try window(of: tab)
    if window.activeTab != id {
      var body = TabSelected()
      body.tab = id
      body.forgetsOpenerGroups = byUser && leavesOpenerGroup(from: window.activeTab, to: tab)
      append(.tab(.selected(body)))
    }
    reveal(id)
    if browser.focusedWindow != window.id, byUser { try focus(window.id) }
  }

  /// Returns whether a selection leaves the opener group (T8; Chromium,
  /// `TabStripModel::OnActiveTabChanged`). The selection leaves the group if neither tab is the
  /// other's parent in an opener group and the tabs do not have the same parent.
  private func leavesOpenerGroup(from previous: TabID, to tab: TabRecord) -> Bool {
    guard browser.record(previous) != nil else { return false }
    let previousParent = browser.openerGroupParent(of: previous)
    let parent = browser.openerGroupParent(of: tab.id)
    return parent != previousParent && parent != previous && previousParent != tab.id
  }

  /// Moves a tab to an index of its own or another window. The index must exist in the window. It
  /// is then clamped to the pinned tabs if the tab is pinned, otherwise to the other tabs.
  func move(_ id: TabID, to index: Int, window target: WindowID?) throws(Refusal) {
    let tab = try record(id)
    let source = try window(of: tab)
    let destination = try target.map { id throws(Refusal) in try window(id) } ?? source
    let count = destination.tabs.count
    let last = destination.id == source.id ? count - 1 : count
    guard (0...last).contains(index) else {
      throw Refusal(.outOfRange, "The position must be between 1 and \(last + 1).")
    }
    let clamped = Int(
      destination.id == source.id
        ? clampWithin(index, tab: tab, in: source)
        : clampToBlock(Int32(index), isPinned: tab.isPinned, in: destination))
    var body = TabMoved()
    body.tab = id
    body.window = destination.id
    body.index = Int32(clamped)
    if destination.id == source.id {
      body.group = groupAfterMove(tab, to: clamped, in: source)
      guard source.tabs[clamped] != id || body.group != tab.group else {
        throw alreadyThere(tab, wanted: index, in: source)
      }
    } else {
      if !tab.isPinned { body.group = groupAround(clamped, in: destination) }
      if source.activeTab == id { body.successor = successor(of: id, among: source.tabs) }
    }
    append(.tab(.moved(body)))
    reveal(body.successor)
  }

  /// Returns the refusal of a move that changes nothing, because the tab is already at the index or
  /// because pinned tabs are in the way.
  private func alreadyThere(_ tab: TabRecord, wanted index: Int, in window: Window) -> Refusal {
    guard window.tabs[index] != tab.id else {
      return Refusal(.nothingToDo, "The tab is already at that position.")
    }
    let message =
      tab.isPinned
      ? "The tab is pinned, and it is already the last pinned tab."
      : "Pinned tabs come first, and the tab is already the first tab after them."
    return Refusal(.nothingToDo, message)
  }

  /// Moves a tab into a new window. Throws ``Refusal/Code/nothingToDo`` if it is the only tab of
  /// its window.
  func moveToNewWindow(_ id: TabID) throws(Refusal) {
    let tab = try record(id)
    let source = try window(of: tab)
    guard source.tabs.count > 1 else {
      throw Refusal(.nothingToDo, "The tab is already alone in its window.")
    }
    carryToNewWindow(id, from: source)
  }

  /// Records that a window opens with a tab from another window.
  func carryToNewWindow(_ id: TabID, from source: Window) {
    var body = TabMoved()
    body.tab = id
    body.window = WindowID(upcoming)
    append(.window(.opened(WindowOpened())))
    if source.activeTab == id { body.successor = successor(of: id, among: source.tabs) }
    append(.tab(.moved(body)))
    reveal(body.successor)
  }

  /// Clamps an index to the pinned tabs of a tab's own window if the tab is pinned, otherwise to
  /// the other tabs.
  private func clampWithin(_ index: Int, tab: TabRecord, in window: Window) -> Int32 {
    tab.isPinned
      ? Int32(min(index, window.pinnedCount - 1)) : Int32(max(index, window.pinnedCount))
  }

  /// Returns the group of a tab after a move within its window (Chromium,
  /// `TabStripModel::GetGroupToAssign`).
  ///
  /// Between two tabs of a group, the tab joins that group. A tab stays in its own group if it is
  /// next to another tab of the group, or is the only tab of the group. Otherwise, the tab leaves
  /// its group.
  private func groupAfterMove(_ tab: TabRecord, to index: Int, in window: Window) -> GroupID {
    guard !tab.isPinned else { return .nothing }
    var order = window.tabs
    guard let position = order.firstIndex(of: tab.id) else { return .nothing }
    order.remove(at: position)
    let left = index > 0 ? group(at: index - 1, of: order) : .nothing
    let right = index < order.count ? group(at: index, of: order) : .nothing
    if left == right, left.exists { return left }
    let isAlone = browser.group(tab.group)?.count == 1
    return isAlone || left == tab.group || right == tab.group ? tab.group : .nothing
  }

  /// Returns the group of the tab at an index.
  private func group(at index: Int, of order: ContiguousArray<TabID>) -> GroupID {
    browser.record(order[index])?.group ?? .nothing
  }

  /// Pins or unpins a tab, which moves to the border between pinned and other tabs.
  func pin(_ id: TabID, _ isPinned: Bool) throws(Refusal) {
    let tab = try record(id)
    guard tab.isPinned != isPinned else {
      throw Refusal(
        .nothingToDo, isPinned ? "The tab is already pinned." : "The tab is not pinned.")
    }
    let pinnedCount = try window(of: tab).pinnedCount
    appendPinned(id, isPinned, index: isPinned ? pinnedCount : pinnedCount - 1)
  }

  /// Records that a tab was pinned or unpinned.
  func appendPinned(_ id: TabID, _ isPinned: Bool, index: Int) {
    var body = TabPinned()
    body.tab = id
    body.isPinned = isPinned
    body.index = Int32(index)
    append(.tab(.pinned(body)))
  }

  /// Mutes or unmutes a tab. Throws ``Refusal/Code/nothingToDo`` if the tab already has this state.
  func mute(_ id: TabID, _ isMuted: Bool) throws(Refusal) {
    guard try record(id).isMuted != isMuted else {
      throw Refusal(.nothingToDo, isMuted ? "The tab is already muted." : "The tab is not muted.")
    }
    var body = TabMuted()
    body.tab = id
    body.isMuted = isMuted
    append(.tab(.muted(body)))
  }

  /// Opens a copy of a tab to its right, with the complete history, and selects the copy.
  func duplicate(_ id: TabID, isLoading: Bool) throws(Refusal) {
    let tab = try record(id)
    let window = try window(of: tab)
    var body = TabDuplicated()
    body.source = id
    body.index = Int32((window.position(of: id) ?? 0) + 1)
    body.isSelected = true
    body.isLoading = isLoading
    body.forgetsOpenerGroups = true
    append(.tab(.duplicated(body)))
    reveal(id)
  }

  /// Discards a tab. Throws ``Refusal/Code/nothingToDo`` if the tab is already discarded.
  func discard(_ id: TabID) throws(Refusal) {
    guard try record(id).status != .discarded else {
      throw Refusal(.nothingToDo, "The tab is already discarded.")
    }
    var body = TabDiscarded()
    body.tab = id
    append(.tab(.discarded(body)))
  }

  /// Moves a tab by a number of steps, like the keyboard shortcuts, or as far as the tab can move.
  func move(_ id: TabID, by places: Int) throws(Refusal) {
    let tab = try record(id)
    let window = try window(of: tab)
    guard let start = window.position(of: id) else { return }
    var order = window.tabs
    order.remove(at: start)
    var walk = Walk(position: start, group: tab.group)
    for _ in 0..<min(places.magnitude, UInt(2 * order.count)) {
      guard step(&walk, of: tab, in: order, forward: places > 0) else { break }
    }
    guard walk != Walk(position: start, group: tab.group) else {
      throw Refusal(.nothingToDo, "The tab cannot be moved further in that direction.")
    }
    var body = TabMoved()
    body.tab = id
    body.window = window.id
    body.index = Int32(walk.position)
    body.group = walk.group
    append(.tab(.moved(body)))
  }

  /// The state of a tab while it is moved by keyboard: its position among the other tabs, and its
  /// group.
  private struct Walk: Equatable {
    var position: Int
    var group: GroupID
  }

  /// Performs one step of a move by keyboard (Chromium, `TabStripModel::MoveTabRelative`).
  ///
  /// At the edge of a group, the tab first leaves or joins the group without moving. This also
  /// happens at the ends of the pinned tabs and of the other tabs. A collapsed group is passed in
  /// one step. The only tab of a group stays in the group, as in recordings of Chromium.
  ///
  /// - Returns: Whether the step changed something.
  private func step(
    _ walk: inout Walk, of tab: TabRecord, in order: ContiguousArray<TabID>, forward: Bool
  ) -> Bool {
    let next = forward ? walk.position : walk.position - 1
    guard order.indices.contains(next), let neighbour = browser.record(order[next]),
      neighbour.isPinned == tab.isPinned
    else { return leaveGroup(&walk, of: tab) }
    if neighbour.group == walk.group {
      walk.position += forward ? 1 : -1
    } else if walk.group.exists {
      return leaveGroup(&walk, of: tab)
    } else if let group = browser.group(neighbour.group), group.isCollapsed {
      let othersCount = group.count - (tab.group == group.id ? 1 : 0)
      walk.position += forward ? othersCount : -othersCount
    } else {
      walk.group = neighbour.group
    }
    return true
  }

  /// Removes the tab from its group without moving it.
  ///
  /// - Returns: False if the tab has no group, or is the only tab of its group.
  private func leaveGroup(_ walk: inout Walk, of tab: TabRecord) -> Bool {
    guard walk.group.exists,
      walk.group != tab.group || browser.group(walk.group)?.count != 1
    else { return false }
    walk.group = .nothing
    return true
  }
}
