/// Where a tab stands among the others of its window: pinned first, groups side by side.
extension Browser {
  /// Puts a tab, which stands nowhere, into a window near `index`, and tells where it came to be.
  ///
  /// The position is clamped to the pinned or the unpinned block. A tab of a group goes beside the
  /// others of it; one without a group that lands inside of one joins it (Chromium, `AddTab`).
  @discardableResult
  mutating func place(_ slot: Int, inWindow windowSlot: Int, near index: Int) -> Int {
    let wasShown = !windowTable[windowSlot].tabs.isEmpty
    let position = insert(slot, inWindow: windowSlot, near: index)
    if !wasShown {
      makeActive(slot, inWindow: windowSlot)
      show(windowTable[windowSlot].id)
    }
    return position
  }

  /// Puts a tab that was just taken out of a window's row back into it; what is active stays so.
  mutating func insert(_ slot: Int, inWindow windowSlot: Int, near index: Int) -> Int {
    tabTable[slot].window = windowTable[windowSlot].id
    let position: Int
    if tabTable[slot].isPinned {
      tabTable[slot].group = .nothing
      position = min(max(index, 0), windowTable[windowSlot].pinnedCount)
      windowTable[windowSlot].pinnedCount += 1
    } else {
      let start = windowTable[windowSlot].pinnedCount
      let clamped = min(max(index, start), windowTable[windowSlot].tabs.count)
      position = groupPosition(slot, inWindow: windowSlot, near: clamped)
    }
    windowTable[windowSlot].tabs.insert(tabTable[slot].id, at: position)
    return position
  }

  /// Takes a tab out of its window's row and its group, and tells where it stood. A window without
  /// tabs is no longer shown; its record stays until ``forget(window:)``.
  @discardableResult
  mutating func unplace(_ slot: Int, hint: Int) -> Int {
    let tab = tabTable[slot].id
    let windowSlot = windowTable.slot(of: tabTable[slot].window)
    guard windowSlot >= 0,
      let position = windowTable[windowSlot].position(of: tab, hint: hint)
    else { return 0 }
    windowTable[windowSlot].tabs.remove(at: position)
    if tabTable[slot].isPinned { windowTable[windowSlot].pinnedCount -= 1 }
    leaveGroup(slot)
    return position
  }

  /// The active tab of a window when the one that was active has gone from `position`: the given
  /// successor, else what stands there now (the right neighbour), else the left one.
  mutating func succeed(_ successor: EventID, inWindow windowSlot: Int, at position: Int) {
    let tabs = windowTable[windowSlot].tabs
    guard !tabs.isEmpty else { return }
    let slot = tabTable.slot(of: successor)
    let isThere = slot >= 0 && tabTable[slot].window == windowTable[windowSlot].id
    makeActive(
      isThere ? slot : tabTable.slot(of: tabs[min(max(position, 0), tabs.count - 1)]),
      inWindow: windowSlot)
  }

  mutating func makeActive(_ slot: Int, inWindow windowSlot: Int) {
    guard slot >= 0 else { return }
    windowTable[windowSlot].activeTab = tabTable[slot].id
    tabTable[slot].lastActive = sequence
  }

  mutating func join(_ group: EventID, _ slot: Int) {
    leaveGroup(slot)
    let groupSlot = groupTable.slot(of: group)
    guard groupSlot >= 0 else { return }
    if groupTable[groupSlot].count > 0, groupTable[groupSlot].window != tabTable[slot].window {
      return
    }
    groupTable[groupSlot].count += 1
    groupTable[groupSlot].window = tabTable[slot].window
    tabTable[slot].group = group
  }

  /// A group without tabs is gone.
  mutating func leaveGroup(_ slot: Int) {
    let group = tabTable[slot].group
    guard group.exists else { return }
    tabTable[slot].group = .nothing
    let groupSlot = groupTable.slot(of: group)
    guard groupSlot >= 0 else { return }
    groupTable[groupSlot].count -= 1
    if groupTable[groupSlot].count == 0 { groupTable.remove(group) }
  }

  /// Where the tab may stand so that groups stay whole; joins or leaves a group accordingly.
  private mutating func groupPosition(
    _ slot: Int, inWindow windowSlot: Int, near index: Int
  ) -> Int {
    guard groupTable.count > 0 else {
      tabTable[slot].group = .nothing
      return index
    }
    let wanted = tabTable[slot].group
    tabTable[slot].group = .nothing
    if wanted.exists, let run = run(of: wanted, inWindow: windowSlot) {
      join(wanted, slot)
      return min(max(index, run.lowerBound), run.upperBound)
    }
    let around = groupAround(index, inWindow: windowSlot)
    if wanted.exists {
      join(wanted, slot)
      if tabTable[slot].group.exists {
        // The first of its group stands beside another group, not inside it.
        return run(of: around, inWindow: windowSlot)?.upperBound ?? index
      }
    }
    if around.exists { join(around, slot) }
    return index
  }

  /// The group that stands on both sides of a position, or nothing.
  private func groupAround(_ index: Int, inWindow windowSlot: Int) -> EventID {
    let tabs = windowTable[windowSlot].tabs
    guard index > 0, index < tabs.count else { return .nothing }
    let left = tabTable.slot(of: tabs[index - 1])
    guard left >= 0, tabTable[left].group.exists else { return .nothing }
    let right = tabTable.slot(of: tabs[index])
    guard right >= 0 else { return .nothing }
    return tabTable[left].group == tabTable[right].group ? tabTable[left].group : .nothing
  }

  /// The positions that a group takes in a window; nil when it has no tab there. O(tabs).
  func run(of group: EventID, inWindow windowSlot: Int) -> Range<Int>? {
    let groupSlot = groupTable.slot(of: group)
    guard groupSlot >= 0, groupTable[groupSlot].count > 0,
      groupTable[groupSlot].window == windowTable[windowSlot].id
    else { return nil }
    let tabs = windowTable[windowSlot].tabs
    guard
      let first = tabs.firstIndex(where: { id in
        let slot = tabTable.slot(of: id)
        return slot >= 0 && tabTable[slot].group == group
      })
    else { return nil }
    return first..<min(first + groupTable[groupSlot].count, tabs.count)
  }
}
