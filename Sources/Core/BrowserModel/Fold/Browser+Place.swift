/// The order of the tabs of a window: pinned tabs first, the tabs of a group next to each other.
extension Browser {
  /// Adds a tab to a window, as close to the given place as the order of tabs allows.
  ///
  /// The place is clamped to the pinned tabs if the tab is pinned, otherwise to the other tabs. A
  /// tab of a group is placed next to the other tabs of the group. A tab without a group that is
  /// placed inside a group joins that group (Chromium, `TabStripModel::AddTab`). A window that had
  /// no tabs is shown.
  ///
  /// - Precondition: The tab is not in a window.
  /// - Returns: The resulting index of the tab.
  @discardableResult
  mutating func place(_ slot: Int, inWindow windowSlot: Int, at place: TabPlace) -> Int {
    let wasShown = !windowTable[windowSlot].tabs.isEmpty
    let position = insert(slot, inWindow: windowSlot, at: place)
    if !wasShown {
      makeActive(slot, inWindow: windowSlot)
      show(windowTable[windowSlot].id)
    }
    return position
  }

  /// Adds a tab that is not in a window to a window. The active tab and the focus are unchanged.
  mutating func insert(_ slot: Int, inWindow windowSlot: Int, at place: TabPlace) -> Int {
    tabTable[slot].window = windowTable[windowSlot].id
    tabTable[slot].placement = sequence
    tabTable[slot].placementBatch = batch
    tabTable[slot].rank = 0
    let isPinned = tabTable[slot].isPinned
    let start = windowTable[windowSlot].pinnedCount
    let alike = isPinned ? 0..<start : start..<windowTable[windowSlot].tabs.count
    let position: Int
    if isPinned {
      tabTable[slot].group = .nothing
      position = index(of: place, in: alike, ofWindow: windowSlot)
      windowTable[windowSlot].pinnedCount += 1
    } else {
      let run =
        tabTable[slot].group.exists
        ? run(of: tabTable[slot].group, inWindow: windowSlot, near: place.index) : nil
      let index = index(of: place, in: run ?? alike, ofWindow: windowSlot)
      position = groupPosition(slot, inWindow: windowSlot, near: index)
    }
    if place.neighbors.rank != 0, TabRank.isAllowed(place.neighbors.rank) {
      let (low, high) = ranks(around: position, in: alike, ofWindow: windowSlot)
      // If the tab was placed elsewhere because of its group, the rank no longer matches its place.
      if low?.value ?? .min <= place.neighbors.rank, place.neighbors.rank <= high?.value ?? .max {
        tabTable[slot].rank = place.neighbors.rank
      }
    }
    windowTable[windowSlot].tabs.insert(tabTable[slot].id, at: position)
    return position
  }

  /// Returns the index of a place among some tabs of a window. The tab itself must already be
  /// removed from the window.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - tabs: The positions of the tabs among which the tab may be placed. Their ranks are in
  ///     order.
  ///   - windowSlot: The slot of the window.
  private func index(of place: TabPlace, in tabs: Range<Int>, ofWindow windowSlot: Int) -> Int {
    let rank = place.neighbors.rank
    let hint = min(max(place.index, tabs.lowerBound), tabs.upperBound)
    guard rank != 0 else {
      let index = index(of: place, inWindow: windowSlot)
      return min(max(index, tabs.lowerBound), tabs.upperBound)
    }
    var (low, high) = ranks(around: hint, in: tabs, ofWindow: windowSlot)
    // If an action was excluded, the index refers to other tabs.
    if low?.value ?? .min > rank || high?.value ?? .max < rank {
      (low, high) = ranks(around: rank, in: tabs, ofWindow: windowSlot)
    }
    let first = low.map { $0.position + 1 } ?? tabs.lowerBound
    let last = max(first, high?.position ?? tabs.upperBound)
    // Only tabs without ranks are between the two.
    if first == last { return first }
    let index = index(of: place, inWindow: windowSlot)
    return min(max(index, first), last)
  }

  /// The rank of a tab, and its position in the window.
  private typealias RankedPosition = (position: Int, value: Int64)

  /// Returns the nearest tab with a rank before an index, and the nearest tab with a rank at or
  /// after the index. O(1) if the tabs have ranks.
  private func ranks(
    around index: Int, in tabs: Range<Int>, ofWindow windowSlot: Int
  ) -> (RankedPosition?, RankedPosition?) {
    var left = index - 1
    while left >= tabs.lowerBound, rank(at: left, ofWindow: windowSlot) == 0 { left -= 1 }
    var right = index
    while right < tabs.upperBound, rank(at: right, ofWindow: windowSlot) == 0 { right += 1 }
    return (
      left < tabs.lowerBound ? nil : (left, rank(at: left, ofWindow: windowSlot)),
      right >= tabs.upperBound ? nil : (right, rank(at: right, ofWindow: windowSlot))
    )
  }

  /// Returns the last tab whose rank is not greater than `rank`, and the first tab with a rank
  /// after that tab. O(tabs).
  ///
  /// Two tabs have the same rank if one was placed at the previous place of the other, and the
  /// action that moved the other tab away is excluded.
  private func ranks(
    around rank: Int64, in tabs: Range<Int>, ofWindow windowSlot: Int
  ) -> (RankedPosition?, RankedPosition?) {
    var low: RankedPosition?
    for position in tabs {
      let value = self.rank(at: position, ofWindow: windowSlot)
      guard value != 0 else { continue }
      if value > rank { return (low, (position, value)) }
      low = (position, value)
    }
    return (low, nil)
  }

  /// Returns the rank of the tab at a position, or 0.
  @inline(__always)
  private func rank(at position: Int, ofWindow windowSlot: Int) -> Int64 {
    let slot = tabTable.slot(of: windowTable[windowSlot].tabs[position])
    return slot >= 0 ? tabTable[slot].rank : 0
  }

  /// Returns the index of a place in a window, based on the neighbours and the index of the place.
  /// The tab itself must already be removed from the window.
  ///
  /// The neighbours determine the index, unless they have moved since the event. A neighbour that
  /// was placed again, or whose placement was undone, no longer marks the place.
  private func index(of place: TabPlace, inWindow windowSlot: Int) -> Int {
    let (after, before) = (place.neighbors.after, place.neighbors.before)
    guard after.exists else { return place.index }
    if let left = position(placedBy: after, inWindow: windowSlot, hint: place.index &- 1) {
      return left + 1
    }
    // If there is no right neighbour, all tabs to the right were placed together with the left
    // neighbour.
    guard before.exists else { return windowTable[windowSlot].tabs.count }
    return position(placedBy: before, inWindow: windowSlot, hint: place.index) ?? place.index
  }

  /// Returns the index of the tab whose present place was assigned by an event, or nil if there is
  /// no such tab. O(1) if the tab is at the index `hint`, otherwise O(tabs of the window).
  private func position(placedBy event: EventID, inWindow windowSlot: Int, hint: Int) -> Int? {
    let tabs = windowTable[windowSlot].tabs
    if tabs.indices.contains(hint), placement(of: tabs[hint]) == event { return hint }
    return tabs.firstIndex { placement(of: $0) == event }
  }

  /// Returns the event that assigned the present place of an open tab.
  private func placement(of tab: TabID) -> EventID {
    let slot = tabTable.slot(of: tab)
    return slot >= 0 ? tabTable[slot].placement : .nothing
  }

  /// Removes a tab from its window and its group.
  ///
  /// A window without tabs is no longer shown. Its record stays in the table until
  /// ``forget(window:successor:)``.
  ///
  /// - Returns: The previous index of the tab.
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

  /// Chooses the active tab of a window after the active tab was removed: the successor if it
  /// exists, otherwise the right neighbour, which now has the same index, otherwise the last tab.
  mutating func succeed(_ successor: TabID, inWindow windowSlot: Int, at position: Int) {
    let tabs = windowTable[windowSlot].tabs
    guard !tabs.isEmpty else { return }
    let slot = tabTable.slot(of: successor)
    let isFound = slot >= 0 && tabTable[slot].window == windowTable[windowSlot].id
    makeActive(
      isFound ? slot : tabTable.slot(of: tabs[min(max(position, 0), tabs.count - 1)]),
      inWindow: windowSlot)
  }

  /// Makes a tab the active tab of its window, and records the event that made the tab active.
  mutating func makeActive(_ slot: Int, inWindow windowSlot: Int) {
    guard slot >= 0 else { return }
    windowTable[windowSlot].activeTab = tabTable[slot].id
    tabTable[slot].lastActive = sequence
  }

  /// Adds a tab to a group, unless the group has tabs in another window.
  mutating func join(_ group: GroupID, _ slot: Int) {
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

  /// Removes a tab from its group. The group is removed with its last tab.
  mutating func leaveGroup(_ slot: Int) {
    let group = tabTable[slot].group
    guard group.exists else { return }
    tabTable[slot].group = .nothing
    let groupSlot = groupTable.slot(of: group)
    guard groupSlot >= 0 else { return }
    groupTable[groupSlot].count -= 1
    guard groupTable[groupSlot].count == 0 else { return }
    groupTable.remove(group)
    doubt(.group(group))
  }

  /// Returns the nearest index at which a tab does not split a group. The tab joins or leaves a
  /// group accordingly.
  private mutating func groupPosition(
    _ slot: Int, inWindow windowSlot: Int, near index: Int
  ) -> Int {
    guard groupTable.count > 0 else {
      tabTable[slot].group = .nothing
      return index
    }
    let wanted = tabTable[slot].group
    tabTable[slot].group = .nothing
    if wanted.exists, let run = run(of: wanted, inWindow: windowSlot, near: index) {
      join(wanted, slot)
      return min(max(index, run.lowerBound), run.upperBound)
    }
    let around = groupAround(index, inWindow: windowSlot)
    if wanted.exists {
      join(wanted, slot)
      if tabTable[slot].group.exists {
        // The first tab of a group is placed next to another group, not inside it.
        return run(of: around, inWindow: windowSlot, near: index)?.upperBound ?? index
      }
    }
    if around.exists { join(around, slot) }
    return index
  }

  /// Returns the group that the tabs on both sides of an index belong to, or ``EventID/nothing``.
  private func groupAround(_ index: Int, inWindow windowSlot: Int) -> GroupID {
    let tabs = windowTable[windowSlot].tabs
    guard index > 0, index < tabs.count else { return .nothing }
    let left = tabTable.slot(of: tabs[index - 1])
    guard left >= 0, tabTable[left].group.exists else { return .nothing }
    let right = tabTable.slot(of: tabs[index])
    guard right >= 0 else { return .nothing }
    return tabTable[left].group == tabTable[right].group ? tabTable[left].group : .nothing
  }

  /// Returns the range of a group's tabs in a window, or nil if the group has no tabs there.
  ///
  /// - Parameter index: A position where the tabs of the group may be.
  /// - Complexity: O(tabs of the group) if one of them is at the position or before it, otherwise
  ///   O(tabs of the window)
  func run(of group: GroupID, inWindow windowSlot: Int, near index: Int = 0) -> Range<Int>? {
    let groupSlot = groupTable.slot(of: group)
    guard groupSlot >= 0, groupTable[groupSlot].count > 0,
      groupTable[groupSlot].window == windowTable[windowSlot].id
    else { return nil }
    let tabs = windowTable[windowSlot].tabs
    func isOfGroup(_ position: Int) -> Bool {
      let slot = tabTable.slot(of: tabs[position])
      return slot >= 0 && tabTable[slot].group == group
    }
    let near = tabs.indices.clamped(to: (index - 1)..<(index + 1)).first(where: isOfGroup)
    guard var first = near ?? tabs.indices.first(where: isOfGroup) else { return nil }
    while first > 0, isOfGroup(first - 1) { first -= 1 }
    return first..<min(first + groupTable[groupSlot].count, tabs.count)
  }
}

/// Openers and opener groups: the tab that opened each tab, and the tabs of each task (T3, T8). In
/// this extension, tabs are identified by their slots.
extension Browser {
  /// The table that stores a relation.
  subscript(relation: OpenerLinks.Relation) -> OpenerTable {
    @inline(__always) _read {
      switch relation {
      case .opener: yield openers
      case .openerGroup: yield openerGroups
      }
    }
    @inline(__always) _modify {
      switch relation {
      case .opener: yield &openers
      case .openerGroup: yield &openerGroups
      }
    }
  }

  /// Forgets all opener groups of a window (T8). O(1), because links of an older generation no
  /// longer count.
  mutating func forgetOpenerGroups(ofWindow window: WindowID) {
    let slot = windowTable.slot(of: window)
    guard slot >= 0 else { return }
    windowTable[slot].openerGroupGeneration &+= 1
  }

  /// Removes one tab from its opener group. The other tabs of the group are unchanged.
  mutating func forgetOpenerGroup(of slot: Int) {
    openerGroups.unlink(slot, generation: generation(.openerGroup, slot))
    tabTable[slot].isOpenerGroupBrief = false
  }

  /// Links a tab to a parent. Does nothing if the parent does not exist, is the tab itself or one
  /// of its descendants, or, for an opener group, is in another window.
  mutating func link(_ relation: OpenerLinks.Relation, _ slot: Int, to parent: TabID) {
    link(relation, slot, toSlot: tabTable.slot(of: parent))
  }

  private mutating func link(_ relation: OpenerLinks.Relation, _ slot: Int, toSlot parent: Int) {
    guard canEnter(relation, slot, under: parent) else { return }
    let generation = generation(relation, slot)
    guard !self[relation].descends(parent, from: slot, generation: generation) else { return }
    self[relation].unlink(slot, generation: generation)
    self[relation].enter(slot, under: parent, generation: generation)
  }

  /// Links a tab to a parent under the same conditions as ``link(_:_:to:)``, but does not search
  /// for cycles.
  ///
  /// - Precondition: The tab has neither parent nor children, for example because it was just
  ///   opened.
  @inline(__always)
  mutating func enter(_ relation: OpenerLinks.Relation, _ slot: Int, underSlot parent: Int) {
    guard canEnter(relation, slot, under: parent) else { return }
    self[relation].enter(slot, under: parent, generation: generation(relation, slot))
  }

  /// Whether a tab may be a child of `parent`, apart from cycles.
  private func canEnter(_ relation: OpenerLinks.Relation, _ slot: Int, under parent: Int) -> Bool {
    parent >= 0 && parent != slot
      && (relation == .opener || tabTable[parent].window == tabTable[slot].window)
  }

  /// Removes a tab from a relation. Its children are moved to its parent (T3).
  @inline(__always)
  mutating func leave(_ relation: OpenerLinks.Relation, _ slot: Int) {
    reparentChildren(relation, slot)
    self[relation].unlink(slot, generation: generation(relation, slot))
    self[relation].clear(slot)
    if relation == .openerGroup { tabTable[slot].isOpenerGroupBrief = false }
  }

  /// Links a tab's children to the tab's own parent, when the tab closes (T3) and when the tab
  /// moves away from its children (T8; Chromium, `TabStripModel::FixOpeners`).
  mutating func reparentChildren(_ relation: OpenerLinks.Relation, _ slot: Int) {
    let generation = generation(relation, slot)
    var child = self[relation].firstChild(of: slot, generation: generation)
    guard child >= 0 else { return }
    let heir = self[relation].parent(of: slot, generation: generation)
    self[relation].dropChildren(of: slot)
    while child >= 0 {
      let next = self[relation].next(after: child)
      self[relation].orphan(child)
      link(relation, child, toSlot: heir)
      child = next
    }
  }

  /// Returns the generation of valid links: 0 for openers, which are permanent, or the generation
  /// of the tab's window for opener groups.
  @inline(__always)
  func generation(_ relation: OpenerLinks.Relation, _ slot: Int) -> Int32 {
    guard relation == .openerGroup else { return 0 }
    let window = windowTable.slot(of: tabTable[slot].window)
    return window < 0 ? 0 : windowTable[window].openerGroupGeneration
  }
}
