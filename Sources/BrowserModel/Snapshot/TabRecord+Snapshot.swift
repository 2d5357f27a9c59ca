extension SnapshotWriter {
  /// A tab with its rows, oldest first; its id and its window stand elsewhere.
  mutating func put(_ tab: TabRecord, rows: ContiguousArray<Row>) {
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
    if flags & 64 != 0 { putUnusual(of: tab) }
    put(count: rows.count)
    guard !rows.isEmpty else { return }
    put(count: Int(tab.history.index))
    putWithLength { $0.put(rows) }
  }

  /// What most tabs do not have.
  mutating func putUnusual(of tab: TabRecord) {
    put(optional: tab.pending, near: tab.id)
    put(optional: tab.pendingEntry, near: tab.id)
    put(optional: tab.failure, near: tab.id)
    put(optional: tab.kept, near: tab.id)
    put(UInt64(tab.temporaryZoom.hundredths))
  }
}

extension SnapshotReader {
  /// Reads a tab, and passes its rows by.
  mutating func tab(_ id: Sequence, inWindow window: Sequence) -> TabRecord {
    var tab = TabRecord(id: id, window: window)
    let flags = byte()
    tab.status = Tab.Status(rawValue: flags & 3) ?? .complete
    tab.isPinned = flags & 4 != 0
    tab.isMuted = flags & 8 != 0
    tab.isFamilyBrief = flags & 16 != 0
    tab.wanted = optionalSequence(near: tab.id)
    tab.lastActive = optionalSequence(near: tab.id)
    tab.group = optionalSequence(near: tab.id)
    if flags & 64 != 0 { readUnusual(of: &tab) }
    tab.history = history()
    tab.history.hasActivation = flags & 32 != 0
    return tab
  }

  mutating func readUnusual(of tab: inout TabRecord) {
    tab.pending = optionalSequence(near: tab.id)
    tab.pendingEntry = optionalSequence(near: tab.id)
    tab.failure = optionalSequence(near: tab.id)
    tab.kept = optionalSequence(near: tab.id)
    tab.temporaryZoom = ZoomLevel(hundredths: UInt16(truncatingIfNeeded: number()))
  }

  /// Where the rows stand; they stay packed until the tab is changed.
  private mutating func history() -> History {
    let count = count()
    guard count > 0 else { return History() }
    let index = min(number(), UInt64(count &- 1))
    let length = self.count()
    // A row takes two bytes at least.
    guard count <= length / 2 else {
      damage()
      return History()
    }
    return History(
      packedAt: skip(length), count: Int32(truncatingIfNeeded: count),
      index: Int32(truncatingIfNeeded: index))
  }
}

extension TabRecord {
  var hasUnusual: Bool {
    pending.exists || pendingEntry.exists || failure.exists || kept.exists || temporaryZoom.exists
  }
}
