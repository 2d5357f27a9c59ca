/// Where things stand in what a ``ChangeRecorder`` wrote.
///
/// What stands before the sections is numbers of four bytes, little-endian:
///
///     the event before the first, and the last; counts of batches, sections, chunks
///     the batches that were left out
///     of each section: the event before it, and where it begins behind these numbers
///     of each chunk of thirty-two tabs: the first id, and where it begins behind these numbers
///     the sections: a list of tabs (``TabListLayout``), but in the first, where the strip has it; then
///       what each event changed of it, in the order of events
///     what each event changed of a tab, tab by tab, in the order of their ids
package struct ChangeLayout {
  package let start: Sequence
  /// The newest event that was recorded.
  package let last: Sequence
  private let batchCount: Int
  private let sectionCount: Int
  private let chunkCount: Int
  private let byteCount: Int

  private static let headerCount = 20
  private static let entryByteCount = 8
  private static let tabsPerChunk = 32

  /// The bytes that ``init(_:)`` looks at.
  package static var header: Range<Int> { 0..<headerCount }

  /// - Returns: nil where the bytes hold no changes.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.headerCount else { return nil }
    start = bytes.sequence(at: 0)
    last = bytes.sequence(at: 4)
    batchCount = bytes.count(at: 8)
    sectionCount = bytes.count(at: 12)
    chunkCount = bytes.count(at: 16)
    byteCount = bytes.count
    let most = byteCount / Self.entryByteCount
    guard batchCount <= most, sectionCount <= most, chunkCount <= most, data <= byteCount else {
      return nil
    }
  }

  /// The bytes that say which batches were left out, and where all stands.
  package var directory: Range<Int> { Self.headerCount..<data }

  private var sections: Int { Self.headerCount + 4 * batchCount }
  private var chunks: Int { sections + Self.entryByteCount * sectionCount }
  private var data: Int { chunks + Self.entryByteCount * chunkCount }

  /// The batches that were left out, in order.
  package func batches(in bytes: UnsafeRawBufferPointer) -> ContiguousArray<Sequence> {
    ContiguousArray((0..<batchCount).lazy.map { bytes.sequence(at: Self.headerCount + 4 * $0) })
  }

  /// What became of the list of tabs, from some event on.
  package struct Section {
    /// The event before it.
    package let start: Sequence
    /// Whether it begins with what the strip has.
    package let isFirst: Bool
    package let range: Range<Int>
  }

  /// The section that leads to a moment; nil where the bytes make no sense.
  package func section(for moment: Sequence, in bytes: UnsafeRawBufferPointer) -> Section? {
    let section = bytes.lastEntry(
      atOrBefore: moment, count: sectionCount, from: sections, stride: Self.entryByteCount)
    guard section >= 0 else { return nil }
    let entry = sections + Self.entryByteCount * section
    // Behind the last section begins the first chunk.
    let next = entry + Self.entryByteCount
    let end = section + 1 < sectionCount || chunkCount > 0 ? bytes.count(at: next + 4) : nil
    return range(from: bytes.count(at: entry + 4), to: end).map {
      Section(start: bytes.sequence(at: entry), isFirst: section == 0, range: $0)
    }
  }

  /// The list of tabs at a moment; nil where the bytes make no sense.
  ///
  /// - Parameter strip: What the strip has.
  /// - Complexity: O(tabs, and changes since the section began).
  package func list(
    at moment: Sequence, in section: Section, behind strip: TabList?,
    of bytes: UnsafeRawBufferPointer
  ) -> TabList? {
    let known = UnsafeRawBufferPointer(rebasing: bytes[..<section.range.upperBound])
    var start = section.range.lowerBound
    var list = strip
    if !section.isFirst {
      guard let layout = TabListLayout(known, at: start) else { return nil }
      list = TabList(known, layout)
      start = layout.range.upperBound
    }
    guard var list else { return nil }
    var reader = SnapshotReader(known, at: start)
    var event = section.start
    while !reader.isAtEnd {
      event = event.advanced(by: Int32(truncatingIfNeeded: reader.number()))
      if event > moment { break }
      list.change(&reader, by: event)
    }
    return reader.isDamaged ? nil : list
  }

  private func range(from start: Int, to end: Int?) -> Range<Int>? {
    let end = end ?? byteCount - data
    guard start <= end, end <= byteCount - data else { return nil }
    return (data + start)..<(data + end)
  }

  /// The bytes of the chunk that a tab is in, if anything changed of it; nil where it is in none.
  package func chunk(of tab: Sequence, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    let chunk = bytes.lastEntry(
      atOrBefore: tab, count: chunkCount, from: chunks, stride: Self.entryByteCount)
    guard chunk >= 0 else { return nil }
    let entry = chunks + Self.entryByteCount * chunk
    let next = entry + Self.entryByteCount
    return range(
      from: bytes.count(at: entry + 4),
      to: chunk + 1 < chunkCount ? bytes.count(at: next + 4) : nil)
  }

  /// Brings a tab from the start to a moment; false where the bytes make no sense.
  ///
  /// - Parameter chunk: The tab's.
  package func change(
    _ image: inout TabImage?, of tab: Sequence, through moment: Sequence,
    inChunk chunk: Range<Int>, of bytes: UnsafeRawBufferPointer
  ) -> Bool {
    var reader = SnapshotReader(UnsafeRawBufferPointer(rebasing: bytes[chunk]))
    var id = Sequence.nothing
    while !reader.isAtEnd, id.rawValue.magnitude < tab.rawValue.magnitude {
      id = reader.sequence(near: id)
      var changes = SnapshotReader(reader.bytesWithCount())
      guard id == tab else { continue }
      var event = start
      while !changes.isAtEnd {
        event = event.advanced(by: Int32(truncatingIfNeeded: changes.number()))
        if event > moment { break }
        changes.change(&image, of: tab, by: event)
      }
      if changes.isDamaged { return false }
    }
    return !reader.isDamaged
  }
}

extension ChangeLayout {
  /// - Parameters:
  ///   - sections: What became of the list.
  ///   - recorded: What changed of tabs, by tab and in the order of events.
  ///   - changes: The bytes of that.
  static func put(
    from start: Sequence, through last: Sequence, _ batches: [Sequence],
    _ sections: borrowing ListSectionWriter, _ recorded: ContiguousArray<RecordedChange>,
    _ changes: ContiguousArray<UInt8>, _ writer: inout SnapshotWriter
  ) {
    var tabs = ChangedTabWriter(start: start, tabsPerChunk: tabsPerChunk)
    var rest = recorded[...]
    while let first = rest.first {
      let own = rest.prefix { $0.tab == first.tab }
      tabs.put(own, changes)
      rest = rest[own.endIndex...]
    }
    writer.put(fixed: start)
    writer.put(fixed: last)
    for count in [batches.count, sections.entries.count, tabs.chunks.count] {
      writer.put(fixed: UInt32(truncatingIfNeeded: count))
    }
    for batch in batches { writer.put(fixed: batch) }
    for entry in sections.entries { writer.put(fixed: entry.event, entry.start) }
    for entry in tabs.chunks { writer.put(fixed: entry.tab, entry.start + sections.writer.count) }
    writer.put(sections.writer)
    writer.put(tabs.writer)
  }
}

extension SnapshotWriter {
  fileprivate mutating func put(fixed sequence: Sequence, _ start: Int) {
    put(fixed: sequence)
    put(fixed: UInt32(truncatingIfNeeded: start))
  }
}
