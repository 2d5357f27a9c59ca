extension SnapshotWriter {
  /// Writes a tab with its rows, oldest first. Its id and its window are written by the
  /// caller.
  mutating func put(_ tab: TabRecord, rows: ContiguousArray<Row>) {
    var flags = tab.signs
    if tab.hasUnusual { flags |= 64 }
    put(byte: flags)
    put(optional: tab.wanted, near: tab.id)
    put(optional: tab.lastActive, near: tab.id)
    put(optional: tab.group, near: tab.id)
    if flags & 64 != 0 { putUnusual(of: tab, near: tab.id) }
    put(count: rows.count)
    guard !rows.isEmpty else { return }
    put(count: Int(tab.history.index))
    putWithLength { $0.put(rows[...]) }
  }

  /// Writes what most tabs do not have.
  mutating func putUnusual(of tab: TabRecord, near other: EventID) {
    put(optional: tab.pending, near: other)
    put(optional: tab.pendingEntry, near: other)
    put(optional: tab.failure, near: other)
    put(optional: tab.kept, near: other)
    put(UInt64(tab.temporaryZoom.hundredths))
  }
}

extension SnapshotReader {
  /// Reads a tab. Its rows stay packed and are skipped.
  mutating func tab(_ id: EventID, inWindow window: EventID) -> TabRecord {
    var tab = TabRecord(id: id, window: window)
    let flags = byte()
    tab.wanted = optionalID(near: tab.id)
    tab.lastActive = optionalID(near: tab.id)
    tab.group = optionalID(near: tab.id)
    if flags & 64 != 0 { readUnusual(of: &tab, near: id) }
    tab.history = history()
    tab.signs = flags
    return tab
  }

  /// Reads what most tabs do not have.
  mutating func readUnusual(of tab: inout TabRecord, near other: EventID) {
    tab.pending = optionalID(near: other)
    tab.pendingEntry = optionalID(near: other)
    tab.failure = optionalID(near: other)
    tab.kept = optionalID(near: other)
    tab.temporaryZoom = ZoomLevel(hundredths: UInt16(truncatingIfNeeded: number()))
  }

  /// Reads where the rows of a tab are; they stay packed until the tab is changed.
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
  /// The status and the flags of a tab in six bits. The other two bits are ignored when it
  /// is set.
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

  /// Whether the tab has something that most tabs do not have.
  var hasUnusual: Bool {
    pending.exists || pendingEntry.exists || failure.exists || kept.exists || temporaryZoom.exists
  }
}

extension SnapshotWriter {
  /// Writes the rows of a history, oldest first.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - other: The id that the first row is likely to be near.
  mutating func put(
    _ rows: ContiguousArray<Row>.SubSequence, behind other: EventID = .nothing
  ) {
    var former = other
    for row in rows {
      put(row, behind: former)
      former = row.entry
    }
  }

  /// Writes a row: a byte of flags, and an id for what differs from the usual. Most rows
  /// are one event and a title, thus three bytes or little more.
  mutating func put(_ row: Row, behind former: EventID) {
    var flags = row.marks.rawValue << 5
    if row.content != row.entry { flags |= 1 }
    if row.document != row.entry { flags |= 2 }
    if row.title.exists { flags |= 4 }
    if row.scroll.exists { flags |= 8 }
    if row.picture.exists { flags |= 16 }
    put(byte: flags)
    put(row.entry, near: former)
    if flags & 1 != 0 { put(row.content, near: row.entry) }
    if flags & 2 != 0 { put(row.document, near: row.entry) }
    if flags & 4 != 0 { put(row.title, near: row.content) }
    if flags & 8 != 0 { put(row.scroll, near: row.content) }
    if flags & 16 != 0 { put(row.picture, near: row.content) }
  }
}

extension SnapshotReader {
  /// Reads the rows of a history, oldest first.
  ///
  /// - Parameters:
  ///   - count: How many rows there are.
  ///   - other: The same id as when they were written.
  ///   - body: Gets each row.
  @inline(__always)
  mutating func visitRows(
    _ count: Int, behind other: EventID = .nothing, _ body: (Row) -> Void
  ) {
    var former = other
    for _ in 0..<count {
      let row = row(behind: former)
      former = row.entry
      body(row)
    }
  }

  /// Reads a row that follows one with the entry `former`.
  @inline(__always)
  mutating func row(behind former: EventID) -> Row {
    let flags = byte()
    let entry = sequence(near: former)
    var row = Row(entry: entry, content: entry, document: entry)
    if flags & 1 != 0 { row.content = sequence(near: entry) }
    if flags & 2 != 0 { row.document = sequence(near: entry) }
    if flags & 4 != 0 { row.title = sequence(near: row.content) }
    if flags & 8 != 0 { row.scroll = sequence(near: row.content) }
    if flags & 16 != 0 { row.picture = sequence(near: row.content) }
    row.marks = Row.Marks(rawValue: flags >> 5)
    return row
  }
}
