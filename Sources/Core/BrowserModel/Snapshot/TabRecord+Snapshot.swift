internal import Bytes

extension ByteWriter {
  /// Writes a tab with its entries, oldest first. The caller writes the tab's id and window.
  mutating func put(_ tab: TabRecord, entries: ContiguousArray<HistoryEntry>) {
    var flags = tab.signs
    if tab.hasUnusual { flags |= 64 }
    if tab.wasPlacedLater { flags |= 128 }
    put(byte: flags)
    put(optional: tab.wanted, near: tab.id)
    put(optional: tab.lastActive, near: tab.id)
    put(optional: tab.group, near: tab.id)
    if flags & 64 != 0 { putUnusual(of: tab, near: tab.id) }
    if flags & 128 != 0 {
      put(optional: tab.placement, near: tab.id)
      put(optional: tab.placementBatch, near: tab.id)
    }
    put(signed: tab.rank >> 32)
    put(UInt64(UInt32(truncatingIfNeeded: tab.rank)))
    put(count: entries.count)
    guard !entries.isEmpty else { return }
    put(count: Int(tab.history.index))
    // Three bytes suffice for most histories, so these are not moved when the count is filled in.
    putWithCount(width: 3) { $0.put(entries[...]) }
  }

  /// Writes the properties that most tabs do not have.
  mutating func putUnusual(of tab: TabRecord, near other: TabID) {
    put(optional: tab.pending, near: other)
    put(optional: tab.pendingEntry, near: other)
    put(optional: tab.pendingReplacement, near: other)
    put(optional: tab.failure, near: other)
    put(optional: tab.kept, near: other)
    put(UInt64(tab.temporaryZoom.hundredths))
  }
}

extension ByteReader {
  /// Reads a tab. Its entries are skipped and stay packed.
  mutating func tab(_ id: TabID, inWindow window: WindowID) -> TabRecord {
    var tab = TabRecord(id: id, window: window)
    let flags = byte()
    tab.wanted = optionalID(near: tab.id)
    tab.lastActive = optionalID(near: tab.id)
    tab.group = optionalID(near: tab.id)
    if flags & 64 != 0 { readUnusual(of: &tab, near: id) }
    if flags & 128 != 0 {
      tab.placement = optionalID(near: id)
      tab.placementBatch = optionalID(near: id)
    } else {
      tab.placement = id.event
      tab.placementBatch = BatchID(id.event)
    }
    let whole = signed()
    let rank = whole << 32 | Int64(UInt32(truncatingIfNeeded: number()))
    tab.rank = TabRank.isAllowed(rank) ? rank : 0
    tab.history = history()
    tab.signs = flags
    return tab
  }

  /// Reads the properties that most tabs do not have.
  mutating func readUnusual(of tab: inout TabRecord, near other: TabID) {
    tab.pending = optionalID(near: other)
    tab.pendingEntry = optionalID(near: other)
    tab.pendingReplacement = optionalID(near: other)
    tab.failure = optionalID(near: other)
    tab.kept = optionalID(near: other)
    tab.temporaryZoom = ZoomLevel(hundredths: UInt16(truncatingIfNeeded: number()))
  }

  /// Reads the position of a tab's entries, which stay packed until the history is changed.
  private mutating func history() -> History {
    let count = count()
    guard count > 0 else { return History() }
    let index = min(number(), UInt64(count &- 1))
    let length = self.count()
    // An entry takes at least two bytes.
    guard count <= length / 2 else {
      damage()
      return History()
    }
    let offset = position
    skip(length)
    return History(
      packedAt: offset, count: Int32(truncatingIfNeeded: count),
      index: Int32(truncatingIfNeeded: index))
  }
}

extension TabRecord {
  /// The status and the flags of a tab in six bits. The setter ignores the other two bits.
  var signs: UInt8 {
    @inline(__always) get {
      var signs = status.rawValue
      if isPinned { signs |= 4 }
      if isMuted { signs |= 8 }
      if isOpenerGroupBrief { signs |= 16 }
      if history.hasActivation { signs |= 32 }
      return signs
    }
    @inline(__always) set {
      status = Tab.Status(rawValue: newValue & 3) ?? .complete
      isPinned = newValue & 4 != 0
      isMuted = newValue & 8 != 0
      isOpenerGroupBrief = newValue & 16 != 0
      history.hasActivation = newValue & 32 != 0
    }
  }

  /// Whether the tab was placed by another event than the event that opened the tab, or was opened
  /// by another event than the first event of an action.
  fileprivate var wasPlacedLater: Bool {
    placement != id.event || placementBatch.event != id.event
  }

  /// Whether the tab has a property that most tabs do not have.
  var hasUnusual: Bool {
    pending.exists || pendingEntry.exists || failure.exists || kept.exists || temporaryZoom.exists
  }
}

extension ByteWriter {
  /// Writes the entries of a history, oldest first.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - other: An id that is probably close to the first entry.
  mutating func put(
    _ entries: ContiguousArray<HistoryEntry>.SubSequence, after other: EntryID = .nothing
  ) {
    var previous = other
    for entry in entries {
      put(entry, after: previous)
      previous = entry.id
    }
  }

  /// Writes an entry: a byte of flags, and an id for each unusual property. Most entries consist of
  /// one event and a title, and take three bytes or slightly more.
  mutating func put(_ entry: HistoryEntry, after previous: EntryID) {
    var flags = entry.flags.rawValue << 5
    if entry.content != entry.id.event { flags |= 1 }
    if entry.document != entry.id.event { flags |= 2 }
    if entry.title.exists { flags |= 4 }
    if entry.scroll.exists { flags |= 8 }
    if entry.picture.exists { flags |= 16 }
    put(byte: flags)
    put(entry.id, near: previous)
    if flags & 1 != 0 { put(entry.content, near: entry.id) }
    if flags & 2 != 0 { put(entry.document, near: entry.id) }
    if flags & 4 != 0 { put(entry.title, near: entry.content) }
    if flags & 8 != 0 { put(entry.scroll, near: entry.content) }
    if flags & 16 != 0 { put(entry.picture, near: entry.content) }
  }
}

extension ByteReader {
  /// Reads the entries of a history, oldest first.
  ///
  /// - Parameters:
  ///   - count: The number of entries.
  ///   - other: The id that was passed as `other` when the entries were written.
  ///   - body: Called with each entry.
  @inline(__always)
  mutating func visitEntries(
    _ count: Int, after other: EntryID = .nothing, _ body: (HistoryEntry) -> Void
  ) {
    var previous = other
    for _ in 0..<count {
      let entry = entry(after: previous)
      previous = entry.id
      body(entry)
    }
  }

  /// Reads an entry that follows the entry `previous`.
  @inline(__always)
  mutating func entry(after previous: EntryID) -> HistoryEntry {
    let flags = byte()
    let id: EntryID = self.id(near: previous)
    var entry = HistoryEntry(id: id, content: id.event, document: id.event)
    if flags & 1 != 0 { entry.content = self.id(near: id) }
    if flags & 2 != 0 { entry.document = self.id(near: id) }
    if flags & 4 != 0 { entry.title = self.id(near: entry.content) }
    if flags & 8 != 0 { entry.scroll = self.id(near: entry.content) }
    if flags & 16 != 0 { entry.picture = self.id(near: entry.content) }
    entry.flags = HistoryEntry.Flags(rawValue: flags >> 5)
    return entry
  }
}
