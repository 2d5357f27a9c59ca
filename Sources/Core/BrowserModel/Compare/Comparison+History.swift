extension Comparison {
  /// Compares entries, the current entry, and the pending load or travel.
  mutating func compareHistories(_ old: Tab, _ new: Tab) {
    if old.entries != new.entries { compareEntries(of: new.id, old.entries, new.entries) }
    let from = old.currentEntry?.id
    let to = new.currentEntry?.id
    if from != to { changes.append(.tab(new.id, .current(from: from, to: to))) }
    let previousTarget = target(of: old, in: former)
    let latterTarget = target(of: new, in: latter)
    if previousTarget != latterTarget {
      changes.append(.tab(new.id, .pending(from: previousTarget, to: latterTarget)))
    }
  }

  /// Returns the event with the URL of the pending load or travel, or nil if nothing is pending.
  private func target(of tab: Tab, in browser: Browser) -> EventID? {
    tab.pending == nil ? nil : browser.wantedContent(of: tab)
  }

  /// Compares the entries of a tab.
  ///
  /// Entries keep their order, so the search for each entry starts after the previous entry. If
  /// entries were only appended, each search succeeds immediately.
  ///
  /// - Complexity: O(entries²) at worst, if the histories have nothing in common
  private mutating func compareEntries(
    of tab: TabID, _ old: ContiguousArray<HistoryEntry>, _ new: ContiguousArray<HistoryEntry>
  ) {
    var next = 0
    for (index, entry) in new.enumerated() {
      guard let position = old[next...].firstIndex(where: { $0.id == entry.id }) else {
        changes.append(.entry(entry.id, tab: tab, .gained(index: index)))
        continue
      }
      reportLost(old, next..<position, of: tab)
      compare(old[position], entry, of: tab)
      next = position + 1
    }
    reportLost(old, next..<old.count, of: tab)
  }

  /// Reports entries that are only in the first history.
  private mutating func reportLost(
    _ entries: ContiguousArray<HistoryEntry>, _ range: Range<Int>, of tab: TabID
  ) {
    for index in range {
      changes.append(.entry(entries[index].id, tab: tab, .lost(index: index)))
    }
  }

  /// Compares an entry that is in both histories.
  private mutating func compare(_ old: HistoryEntry, _ new: HistoryEntry, of tab: TabID) {
    guard old != new else { return }
    if old.content != new.content {
      changes.append(.entry(new.id, tab: tab, .page(from: old.content, to: new.content)))
    }
    if old.title != new.title {
      changes.append(.entry(new.id, tab: tab, .title(from: old.title, to: new.title)))
    }
    if old.scroll != new.scroll {
      changes.append(.entry(new.id, tab: tab, .scroll(from: old.scroll, to: new.scroll)))
    }
    if old.picture != new.picture {
      changes.append(.entry(new.id, tab: tab, .picture(from: old.picture, to: new.picture)))
    }
    if old.flags != new.flags {
      changes.append(.entry(new.id, tab: tab, .marks(from: old.flags, to: new.flags)))
    }
  }
}
