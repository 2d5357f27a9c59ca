/// The order of the tabs of a window: pinned ones first, the tabs of a group next to each
/// other.
extension Browser {
  /// Puts a tab that is in no window into one, as near to an index as its order allows.
  ///
  /// The index is clamped to the pinned or the other tabs. A tab of a group goes next to
  /// the others of it; one without a group that gets inside of one joins it (Chromium,
  /// `TabStripModel::AddTab`). A window that had no tabs is shown.
  ///
  /// - Returns: The index that the tab got.
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

  /// Does the same for a tab that was just taken out of a window; the active tab and the
  /// focus stay.
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

  /// Takes a tab out of its window and its group.
  ///
  /// A window without tabs is no longer shown; its record stays until
  /// ``forget(window:successor:)``.
  ///
  /// - Returns: The index that the tab had.
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

  /// Chooses the active tab of a window after the active one has gone: the successor, if it
  /// is there, else the tab that is now at the same index, the right neighbour, else the
  /// last.
  mutating func succeed(_ successor: EventID, inWindow windowSlot: Int, at position: Int) {
    let tabs = windowTable[windowSlot].tabs
    guard !tabs.isEmpty else { return }
    let slot = tabTable.slot(of: successor)
    let isThere = slot >= 0 && tabTable[slot].window == windowTable[windowSlot].id
    makeActive(
      isThere ? slot : tabTable.slot(of: tabs[min(max(position, 0), tabs.count - 1)]),
      inWindow: windowSlot)
  }

  /// Makes a tab the active one of its window, and records when.
  mutating func makeActive(_ slot: Int, inWindow windowSlot: Int) {
    guard slot >= 0 else { return }
    windowTable[windowSlot].activeTab = tabTable[slot].id
    tabTable[slot].lastActive = sequence
  }

  /// Puts a tab into a group, unless that has tabs in another window.
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

  /// Takes a tab out of its group, which is removed with its last tab.
  mutating func leaveGroup(_ slot: Int) {
    let group = tabTable[slot].group
    guard group.exists else { return }
    tabTable[slot].group = .nothing
    let groupSlot = groupTable.slot(of: group)
    guard groupSlot >= 0 else { return }
    groupTable[groupSlot].count -= 1
    if groupTable[groupSlot].count == 0 { groupTable.remove(group) }
  }

  /// Returns the index at which a tab can be without tearing a group apart. The tab joins
  /// or leaves a group accordingly.
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

  /// Returns the group that both neighbours of an index have, or ``EventID/nothing``.
  private func groupAround(_ index: Int, inWindow windowSlot: Int) -> EventID {
    let tabs = windowTable[windowSlot].tabs
    guard index > 0, index < tabs.count else { return .nothing }
    let left = tabTable.slot(of: tabs[index - 1])
    guard left >= 0, tabTable[left].group.exists else { return .nothing }
    let right = tabTable.slot(of: tabs[index])
    guard right >= 0 else { return .nothing }
    return tabTable[left].group == tabTable[right].group ? tabTable[left].group : .nothing
  }

  /// Returns the indexes of a group's tabs in a window; nil if it has none there. O(tabs of
  /// the window).
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
