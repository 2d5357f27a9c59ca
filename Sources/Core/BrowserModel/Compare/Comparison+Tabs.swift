extension Comparison {
  /// Compares the tabs: first the closed tabs, then window by window.
  mutating func compareTabs() {
    compareClosedTabs()
    // The previous indexes, which are needed only if the tabs of some window changed.
    var previousIndexes: ContiguousArray<Int>?
    for window in latter.windows {
      if former.window(window.id)?.tabs == window.tabs {
        for id in window.tabs {
          compare(tabsInSlots: former.tabTable.slot(of: id), latter.tabTable.slot(of: id))
        }
      } else {
        let indexes = previousIndexes ?? indexes(in: former)
        previousIndexes = indexes
        compareTabs(of: window, indexes)
      }
    }
  }

  /// Reports tabs that are open only in the first state.
  private mutating func compareClosedTabs() {
    for window in former.windows where latter.window(window.id)?.tabs != window.tabs {
      for (index, id) in window.tabs.enumerated() where !latter.tabTable.contains(id) {
        changes.append(.tab(id, .closed(Place(in: window.id.event, at: index))))
      }
    }
  }

  /// Returns the index of each tab in its window. The result is indexed by the slot of the tab in
  /// the table.
  private func indexes(in browser: Browser) -> ContiguousArray<Int> {
    var indexes = ContiguousArray(repeating: 0, count: browser.tabTable.slots.count)
    for window in browser.windows {
      for (index, id) in window.tabs.enumerated() {
        let slot = browser.tabTable.slot(of: id)
        if slot >= 0 { indexes[slot] = index }
      }
    }
    return indexes
  }

  /// Compares the tabs of a window whose tabs have changed.
  private mutating func compareTabs(
    of window: Window, _ previousIndexes: ContiguousArray<Int>
  ) {
    // The previous indexes of the tabs that were already in this window, in their new order.
    var kept: ContiguousArray<Int> = []
    kept.reserveCapacity(window.tabs.count)
    for id in window.tabs {
      let slot = former.tabTable.slot(of: id)
      if slot >= 0, former.tabTable.slots[slot].window == window.id {
        kept.append(previousIndexes[slot])
      }
    }
    let moved = Moves.moved(kept)
    var keptCount = 0
    for (index, id) in window.tabs.enumerated() {
      let place = Place(in: window.id.event, at: index)
      let slot = former.tabTable.slot(of: id)
      guard slot >= 0 else {
        changes.append(.tab(id, .opened(place)))
        continue
      }
      let oldWindow = former.tabTable.slots[slot].window
      var isMoved = true
      if oldWindow == window.id {
        isMoved = moved[keptCount]
        keptCount += 1
      }
      if isMoved {
        let from = Place(in: oldWindow.event, at: previousIndexes[slot])
        changes.append(.tab(id, .moved(from: from, to: place)))
      }
      compare(tabsInSlots: slot, latter.tabTable.slot(of: id))
    }
  }

  /// Compares a tab that is open in both states.
  private mutating func compare(tabsInSlots former: Int, _ latter: Int) {
    guard former >= 0, latter >= 0, !hasSameContent(former, latter) else { return }
    compare(self.former.tab(at: former), self.latter.tab(at: latter))
  }

  /// Whether the two records of a tab are equal apart from its place. The records are compared
  /// without copying the history, because nearly all records of a large session are equal.
  private func hasSameContent(_ slot: Int, _ other: Int) -> Bool {
    let old = former.tabTable[slot]
    let new = latter.tabTable[other]
    return old.status == new.status && old.failure == new.failure
      && old.isPinned == new.isPinned && old.isMuted == new.isMuted && old.group == new.group
      && old.temporaryZoom == new.temporaryZoom
      && !old.pending.exists && !new.pending.exists
      && former.parent(.opener, slot) == latter.parent(.opener, other)
      && former.entryStore.has(old.history, as: new.history, in: latter.entryStore)
  }

  /// Reports the differences of a tab, apart from its place.
  mutating func compare(_ old: Tab, _ new: Tab) {
    let id = new.id
    if old.isPinned != new.isPinned { changes.append(.tab(id, .pinned(new.isPinned))) }
    if old.isMuted != new.isMuted { changes.append(.tab(id, .muted(new.isMuted))) }
    if old.group != new.group {
      changes.append(.tab(id, .grouped(from: old.group, to: new.group)))
    }
    if old.opener != new.opener {
      changes.append(.tab(id, .opener(from: old.opener, to: new.opener)))
    }
    compareHistories(old, new)
    if old.status != new.status || old.failure != new.failure {
      changes.append(.tab(id, .status(from: old.status, to: new.status)))
    }
    if old.temporaryZoom != new.temporaryZoom {
      changes.append(.tab(id, .temporaryZoom(from: old.temporaryZoom, to: new.temporaryZoom)))
    }
  }
}
