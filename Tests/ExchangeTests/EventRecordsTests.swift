import BrowserModel
import EventCoding
import Exchange
import ExchangeFormats
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Exports of records as they are stored.
@Suite struct EventRecordsTests {
  /// The records of a file of delimited messages.
  private func records(in data: Data) throws -> [[UInt8]] {
    var records: [[UInt8]] = []
    var rest = [UInt8](data)[...]
    while !rest.isEmpty {
      var (count, shift) = (0, 0)
      while let byte = rest.popFirst() {
        count |= Int(byte & 0x7F) << shift
        shift += 7
        if byte < 0x80 { break }
      }
      try #require(count > 0 && count <= rest.count)
      records.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return records
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the records fold to the same state in another log`(seed: UInt64) throws {
    let exports = try Exports(seed: seed, steps: 300)
    var events = MemoryEvents()
    for record in try records(in: exports.data(.records)) {
      events.append(stored: record.span.bytes)
    }
    #expect(events.newestEvent() == exports.store.timeline.position)
    var timeline = Timeline()
    timeline.catchUp(events)
    #expect(timeline.damaged.isEmpty)
    #expect(timeline.readState(events) == (try exports.store.readState()))
  }

  @Test func `the records have the bytes that are stored`() throws {
    let exports = try Exports(seed: 4, steps: 40)
    var stored: [[UInt8]] = []
    try exports.store.visitLog(isPrivate: false) { _, words in
      stored.append(words.record.withUnsafeBytes { [UInt8]($0) })
      return true
    }
    #expect(try records(in: exports.data(.records)) == stored)
  }

  @Test func `a record longer than one slice is written whole`() throws {
    let exports = try Exports()
    let url = "https://a.example/?" + String(repeating: "é", count: 300_000)
    for _ in 0..<3 { try exports.store.perform(.open(OpenTab(Destination(url)))) }
    let records = try records(in: exports.data(.records))
    #expect(records.count == Int(exports.store.timeline.position.rawValue))
    #expect(records.filter { $0.count > 600_000 }.count == 3)
  }

  @Test func `an empty log has no records`() throws {
    #expect(try Exports().data(.records).isEmpty)
  }
}
