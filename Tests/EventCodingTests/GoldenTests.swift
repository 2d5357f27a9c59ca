import BrowserModel
import EventCoding
import Foundation
import Testing

/// Bytes that were once written remain readable, and are written identically again.
@Suite(.serialized) struct GoldenTests {
  @Test(.enabled(if: GoldenFile.isToBeWritten)) func `the file is written on request`() throws {
    let entries = EventKind.allCases.map { kind in
      let sample = SampleEvents.event(kind)
      return GoldenFile.Entry(
        kind: kind.name, sequence: sample.event.sequence, record: sample.record,
        says: sample.sentence)
    }
    try GoldenFile(entries).write(to: GoldenFile.format1)
  }

  @Test func `every record of format 1 is decoded as before`() throws {
    let golden = try GoldenFile(contentsOf: GoldenFile.format1)
    #expect(golden.entries.map(\.kind) == EventKind.allCases.map(\.name))
    for entry in golden.entries {
      let stored = try StoredEvent(record: entry.record, sequence: entry.sequence)
      #expect(stored.sentence == entry.says)
      #expect(stored.payload.kind?.name == entry.kind)
    }
  }

  @Test func `records of earlier versions are decoded as before`() throws {
    let golden = try GoldenFile(contentsOf: GoldenFile.earlier1)
    #expect(golden.entries.count == 58)
    for entry in golden.entries {
      #expect(
        try StoredEvent(record: entry.record, sequence: entry.sequence).sentence == entry.says)
    }
  }

  @Test(arguments: [GoldenFile.format1, GoldenFile.earlier1])
  func `every record of format 1 is written again to the same bytes`(file: URL) throws {
    for entry in try GoldenFile(contentsOf: file).entries {
      let stored = try StoredEvent(record: entry.record, sequence: entry.sequence)
      #expect(stored.record == entry.record)
    }
  }

  @Test func `today's samples are the golden records`() throws {
    let golden = try GoldenFile(contentsOf: GoldenFile.format1)
    for (entry, kind) in zip(golden.entries, EventKind.allCases) {
      #expect(SampleEvents.event(kind).record == entry.record)
    }
  }
}
