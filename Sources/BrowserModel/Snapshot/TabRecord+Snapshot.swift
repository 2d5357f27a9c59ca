extension SnapshotWriter {
  /// A tab with its rows, oldest first.
  mutating func put(_ tab: TabRecord, rows: ContiguousArray<Row>) {
    put(tab.id)
    var flags = tab.status.rawValue
    if tab.isPinned { flags |= 4 }
    if tab.isMuted { flags |= 8 }
    if tab.isFamilyBrief { flags |= 16 }
    if tab.history.hasActivation { flags |= 32 }
    if tab.hasUnusual { flags |= 64 }
    put(byte: flags)
    put(optional: tab.wanted, near: tab.id)
    put(optional: tab.lastActive, near: tab.id)
    put(optional: tab.group, near: tab.id)
    if flags & 64 != 0 {
      put(optional: tab.pending, near: tab.id)
      put(optional: tab.pendingEntry, near: tab.id)
      put(optional: tab.failure, near: tab.id)
      put(optional: tab.kept, near: tab.id)
      put(UInt64(tab.temporaryZoom.hundredths))
    }
    put(count: rows.count)
    put(count: Int(tab.history.index))
    var former = tab.id
    for row in rows {
      put(row, behind: former)
      former = row.entry
    }
  }
}

extension SnapshotReader {
  /// Reads a tab; its rows go to `store`.
  mutating func tab(inWindow window: Sequence, _ store: inout RowStore) -> TabRecord {
    var tab = TabRecord(id: sequence(), window: window)
    let flags = byte()
    tab.status = Tab.Status(rawValue: flags & 3) ?? .complete
    tab.isPinned = flags & 4 != 0
    tab.isMuted = flags & 8 != 0
    tab.isFamilyBrief = flags & 16 != 0
    tab.wanted = optionalSequence(near: tab.id)
    tab.lastActive = optionalSequence(near: tab.id)
    tab.group = optionalSequence(near: tab.id)
    if flags & 64 != 0 {
      tab.pending = optionalSequence(near: tab.id)
      tab.pendingEntry = optionalSequence(near: tab.id)
      tab.failure = optionalSequence(near: tab.id)
      tab.kept = optionalSequence(near: tab.id)
      tab.temporaryZoom = ZoomLevel(hundredths: UInt16(truncatingIfNeeded: number()))
    }
    readRows(of: &tab, &store)
    tab.history.hasActivation = flags & 32 != 0
    return tab
  }

  private mutating func readRows(of tab: inout TabRecord, _ store: inout RowStore) {
    let count = count()
    let index = count == 0 ? number() : min(number(), UInt64(count &- 1))
    var former = tab.id
    for position in 0..<count {
      let row = row(behind: former)
      former = row.entry
      store.append(row, to: &tab.history)
      if UInt64(position) == index { tab.history.goToNewest() }
    }
  }
}

extension TabRecord {
  fileprivate var hasUnusual: Bool {
    pending.exists || pendingEntry.exists || failure.exists || kept.exists || temporaryZoom.exists
  }
}
