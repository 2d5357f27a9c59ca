import BrowserModel
import TestSupport
import Testing

@testable import RetraceStore

/// Runs of pages. Pages are found by complete keys and by prefixes, and runs are merged.
@Suite struct PageRunTests {
  /// All pages, with the last event that visited each page.
  private struct Pages {
    var records: [PageKey: PageRecord] = [:]
    private var keys: [EventID: PageKey] = [:]

    /// Visits random pages, some of them repeatedly.
    mutating func visit(_ count: Int, _ urls: inout RandomURLs, newest: inout Int32) -> Self {
      var visited = Pages()
      for _ in 0..<count {
        newest += 1
        let key = PageKey(urls.next())
        var record = PageRecord()
        record.newest = EventID(newest)
        record.frecency = Frecency(rawValue: UInt32(1 + urls.random.below(1 << 28 - 1)))
        record.visitCount = UInt32(1 + urls.random.below(1_000))
        if urls.random.once(in: 2) {
          record.title = EventID(Int32(1 + urls.random.below(1 << 30)))
        }
        visited.records[key] = record
        keys[record.newest] = key
      }
      records.merge(visited.records) { $1 }
      return visited
    }

    func key(_ event: EventID) -> PageKey? { keys[event] }

    func bytes() -> ContiguousArray<UInt8> {
      PageRunWriter(records.map { ($0, $1) }).bytes(first: EventID(1))
    }
  }

  private func expect(
    _ bytes: ContiguousArray<UInt8>, has pages: [PageKey: PageRecord],
    _ key: (EventID) -> PageKey?, _ urls: inout RandomURLs
  ) throws {
    guard let run = PageRun(bytes.span.bytes, first: EventID(1)) else {
      Issue.record("The bytes are not a run.")
      return
    }
    let sorted = pages.keys.sorted()
    var cursor = run.cursor(before: 0)
    var listed: [PageKey: PageRecord] = [:]
    while cursor.step() {
      let whole = try #require(key(cursor.record.newest))
      #expect(whole == sorted[cursor.row - 1])
      #expect(whole.form == cursor.form)
      listed[whole] = cursor.record
    }
    #expect(listed == pages)
    for _ in 0..<60 {
      let wanted = PageKey(urls.next())
      #expect(run.record(of: wanted, key) == pages[wanted])
      let beginning = Array(wanted.bytes.prefix(urls.random.below(wanted.bytes.count + 1)))
      let rows = run.rows(beginningWith: beginning, key)
      let first = sorted.firstIndex { $0.bytes.starts(with: beginning) } ?? rows.lowerBound
      let count = sorted.count { $0.bytes.starts(with: beginning) }
      #expect(rows == first..<(first + count))
    }
  }

  @Test(arguments: 1...20)
  func `pages are found in a run`(seed: Int) throws {
    var urls = RandomURLs(seed: UInt64(seed))
    var newest: Int32 = 0
    var pages = Pages()
    _ = pages.visit(urls.random.below(400), &urls, newest: &newest)
    try expect(pages.bytes(), has: pages.records, pages.key, &urls)
  }

  @Test(arguments: 1...20)
  func `merged runs contain the pages of both, with the newer data`(seed: Int) throws {
    var urls = RandomURLs(seed: UInt64(seed))
    var newest: Int32 = 0
    var pages = Pages()
    var merged = pages.bytes()
    for _ in 0..<5 {
      let newer = pages.visit(urls.random.below(150), &urls, newest: &newest).bytes()
      merged = try #require(mergedRun(merged, newer, pages.key))
      try expect(merged, has: pages.records, pages.key, &urls)
    }
  }

  private func mergedRun(
    _ older: ContiguousArray<UInt8>, _ newer: ContiguousArray<UInt8>,
    _ key: @escaping (EventID) -> PageKey?
  ) -> ContiguousArray<UInt8>? {
    guard let older = PageRun(older.span.bytes, first: EventID(1)),
      let newer = PageRun(newer.span.bytes, first: EventID(1))
    else { return nil }
    return PageRunMerger(older: older, newer: newer, key).merged().bytes(first: EventID(1))
  }

  @Test func `damage results only in wrong rows`() throws {
    var urls = RandomURLs(seed: 5)
    var newest: Int32 = 0
    var pages = Pages()
    _ = pages.visit(200, &urls, newest: &newest)
    let whole = pages.bytes()
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0...urls.random.below(3) {
        bytes[urls.random.below(bytes.count)] = UInt8(urls.random.below(256))
      }
      bytes.removeLast(urls.random.once(in: 2) ? urls.random.below(bytes.count) : 0)
      guard let run = PageRun(bytes.span.bytes, first: EventID(1)) else { continue }
      let key = PageKey(urls.next())
      _ = run.record(of: key, pages.key)
      _ = run.rows(beginningWith: Array(key.bytes.prefix(4)), pages.key)
      run.visitRecords { _ in }
      #expect(run.count <= bytes.count)
    }
  }
}
