/// Where things stand in the snapshot of a strip, so that the lists of tabs, or one tab of thousands,
/// are found without reading the rest.
///
/// What stands before the tabs is numbers of four bytes, little-endian:
///
///     where the rest begins
///     the list of tabs (``TabListLayout``)
///     of each chunk of sixteen tabs: the first id, and where it begins behind these numbers
///     the tabs, in the order of their ids
///     the rest, to be read as a whole
package struct StripLayout {
  /// The byte at which begins what is no list and no tab.
  package let rest: Int
  package let list: TabListLayout

  private static let chunkByteCount = 8
  /// So many tabs are read at most to get to one of them.
  static let tabsPerChunk = 16

  /// The bytes that ``init(_:)`` looks at.
  package static var header: Range<Int> { 0..<(4 + TabListLayout.headerCount) }

  /// - Returns: nil where the bytes hold no strip.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 4, let list = TabListLayout(bytes, at: 4) else { return nil }
    rest = bytes.count(at: 0)
    self.list = list
    guard rest <= bytes.count, records <= rest else { return nil }
  }

  var tabCount: Int { list.tabCount }

  /// The bytes that say where tabs stand by their ids.
  package var directory: Range<Int> { chunks..<records }

  var chunkCount: Int { Self.chunkCount(of: tabCount) }

  /// The chunk that a tab is in, if it is there at all; −1 where it is in none.
  package func chunk(of tab: Sequence, in bytes: UnsafeRawBufferPointer) -> Int {
    bytes.lastEntry(
      atOrBefore: tab, count: chunkCount, from: chunks, stride: Self.chunkByteCount)
  }

  /// The bytes of the tabs of a chunk; nil where they make no sense.
  package func tabs(ofChunk chunk: Int, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    let entry = chunks + Self.chunkByteCount * chunk
    let start = bytes.count(at: entry + 4)
    let end =
      chunk + 1 < chunkCount
      ? bytes.count(at: entry + Self.chunkByteCount + 4) : rest - records
    guard start <= end, end <= rest - records else { return nil }
    return (records + start)..<(records + end)
  }

  func firstTab(ofChunk chunk: Int, in bytes: UnsafeRawBufferPointer) -> Sequence {
    bytes.sequence(at: chunks + Self.chunkByteCount * chunk)
  }

  func tabCount(ofChunk chunk: Int) -> Int {
    min(Self.tabsPerChunk, tabCount - chunk * Self.tabsPerChunk)
  }

  private var chunks: Int { list.range.upperBound }
  private var records: Int { chunks + Self.chunkByteCount * chunkCount }

  private static func chunkCount(of tabCount: Int) -> Int {
    (tabCount + tabsPerChunk - 1) / tabsPerChunk
  }
}

extension StripLayout {
  /// Writes all but the rest.
  static func put(
    _ list: TabList, _ tabs: borrowing StripTabWriter, _ writer: inout SnapshotWriter
  ) {
    let chunks = 4 + TabListLayout.byteCount(windows: list.windows.count, tabs: tabs.count)
    let records = chunks + chunkByteCount * chunkCount(of: tabs.count)
    writer.put(fixed: UInt32(truncatingIfNeeded: records + tabs.byteCount))
    writer.put(fixed: list)
    tabs.put(&writer)
  }
}
