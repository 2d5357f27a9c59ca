/// A tab as it was at one moment: what is known of it without the other tabs.
package struct TabImage {
  var record: TabRecord
  /// The session history, oldest first.
  var rows: ContiguousArray<Row>

  init(_ record: TabRecord, rows: ContiguousArray<Row>) {
    self.record = record
    self.rows = rows
  }

  /// A tab of which nothing is known yet.
  init(_ id: Sequence) { self.init(TabRecord(id: id, window: .nothing), rows: []) }

  package init?(_ id: Sequence, of browser: Browser) {
    let slot = browser.tabTable.slot(of: id)
    guard slot >= 0 else { return nil }
    record = browser.tabTable[slot]
    rows = browser.rowStore.rows(of: record.history)
  }

  /// A tab in a strip's snapshot; nil where it is not there, or the bytes make no sense.
  ///
  /// - Parameter chunk: ``StripLayout/chunk(of:in:)``.
  package init?(
    _ id: Sequence, inChunk chunk: Int, _ layout: StripLayout, _ bytes: UnsafeRawBufferPointer
  ) {
    guard var reader = StripTabReader(chunk, layout, bytes) else { return nil }
    while let tab = reader.next() {
      guard tab.record.id == id else { continue }
      record = tab.record
      rows = []
      RowStore.visitPacked(record.history, in: bytes) { rows.append($0) }
      return
    }
    return nil
  }

  /// The tab: who opened it, and whose family it is in, stay unsaid.
  package var tab: Tab { Tab(record, rows: rows) }
}
