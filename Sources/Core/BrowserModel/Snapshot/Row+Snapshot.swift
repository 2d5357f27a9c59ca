extension SnapshotWriter {
  /// Rows of one history, oldest first.
  ///
  /// - Parameter other: What the first is near to.
  mutating func put(
    _ rows: ContiguousArray<Row>.SubSequence, behind other: EventID = .nothing
  ) {
    var former = other
    for row in rows {
      put(row, behind: former)
      former = row.entry
    }
  }

  /// Most rows are one event and a title: a byte of flags, and two small numbers.
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
  /// Reads rows of one history, oldest first.
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
