/// A tab as it stands in the snapshot of a strip: its record, with its rows still packed, who opened it
/// and whose family it is in.
struct StripTab {
  var record: TabRecord
  var opener: Sequence
  var familyParent: Sequence
}

/// Writes the tabs of a strip, in the order of their ids.
struct StripTabWriter: ~Copyable {
  private var writer: SnapshotWriter
  private var chunks: ContiguousArray<(tab: Sequence, start: UInt32)> = []
  private var rows: ContiguousArray<Row> = []
  private var former = Sequence.nothing
  private(set) var count = 0

  init(capacity: Int) { writer = SnapshotWriter(capacity: capacity) }

  var byteCount: Int { writer.count }

  /// - Parameter window: The position of its window in the lists.
  mutating func put(_ id: Sequence, inWindow window: Int, of browser: Browser) {
    if count % StripLayout.tabsPerChunk == 0 {
      chunks.append((id, UInt32(truncatingIfNeeded: writer.count)))
      former = id
    }
    writer.put(id, near: former)
    former = id
    count += 1
    writer.put(count: window)
    let slot = browser.tabTable.slot(of: id)
    let record = slot < 0 ? TabRecord(id: id, window: .nothing) : browser.tabTable[slot]
    browser.rowStore.copyRows(of: record.history, to: &rows)
    writer.put(record, rows: rows)
    writer.put(optional: slot < 0 ? .nothing : browser.parent(.opening, slot), near: id)
    writer.put(optional: slot < 0 ? .nothing : browser.parent(.family, slot), near: id)
  }

  /// Where every chunk begins, then the tabs.
  func put(_ other: inout SnapshotWriter) {
    for chunk in chunks {
      other.put(fixed: chunk.tab)
      other.put(fixed: chunk.start)
    }
    other.put(writer)
  }
}

/// Reads the tabs of one chunk of a strip.
struct StripTabReader {
  private let layout: StripLayout
  private let bytes: UnsafeRawBufferPointer
  private var reader: SnapshotReader
  private var former: Sequence
  private var rest: Int

  /// - Returns: nil where the bytes make no sense.
  init?(_ chunk: Int, _ layout: StripLayout, _ bytes: UnsafeRawBufferPointer) {
    self.layout = layout
    self.bytes = bytes
    guard let range = layout.tabs(ofChunk: chunk, in: bytes) else { return nil }
    // Rows are found by where they stand in the whole.
    let known = UnsafeRawBufferPointer(rebasing: bytes[..<range.upperBound])
    reader = SnapshotReader(known, at: range.lowerBound)
    former = layout.firstTab(ofChunk: chunk, in: bytes)
    rest = layout.tabCount(ofChunk: chunk)
  }

  /// Whether the bytes made no sense, or were more than those of the tabs.
  var isDamaged: Bool { reader.isDamaged || (rest == 0 && !reader.isAtEnd) }

  /// The next tab; nil behind the last.
  @inline(__always)
  mutating func next() -> StripTab? {
    guard rest > 0, !reader.isDamaged else { return nil }
    rest -= 1
    let id = reader.sequence(near: former)
    former = id
    let window = reader.number()
    guard window < UInt64(layout.list.windowCount) else {
      reader.damage()
      return nil
    }
    return StripTab(
      record: reader.tab(id, inWindow: layout.list.window(Int(window), in: bytes)),
      opener: reader.optionalSequence(near: id),
      familyParent: reader.optionalSequence(near: id))
  }
}
