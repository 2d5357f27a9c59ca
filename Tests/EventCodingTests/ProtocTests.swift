import BrowserModel
import EventCoding
import Testing

/// Compares with the reference implementation: each one reads the records of the other.
@Suite(.enabled(if: Protoc.installed != nil, "protoc is not installed"))
struct ProtocTests {
  private let protoc: Protoc

  init() throws { protoc = try #require(Protoc.installed) }

  @Test(arguments: EventKind.allCases)
  func `protoc reads every kind`(_ kind: EventKind) throws {
    let sample = SampleEvents.event(kind)
    let record = sample.record
    #expect(try protoc.decode(record) == ["checksum: \(checksum(of: record))"] + sample.lines)
  }

  @Test(arguments: EventKind.allCases)
  func `records written by protoc are read`(_ kind: EventKind) throws {
    let sample = SampleEvents.event(kind)
    let covered = try protoc.encode(sample.lines)
    let sealed = MessageBytes.sealed(covered, sample.event.sequence)
    let record = try protoc.encode(["checksum: \(checksum(of: sealed))"] + sample.lines)
    let stored = try StoredEvent(record: record, sequence: sample.event.sequence)
    #expect(stored.lines == sample.lines)
    #expect(stored.event.batch == sample.event.batch)
    #expect(record == sample.record)
  }

  @Test(arguments: [UInt64(1)]) func `protoc reads random events`(_ seed: UInt64) throws {
    var events = RandomEvents(seed: seed)
    for kind in EventKind.allCases {
      let stored = events.event(kind)
      #expect(try protoc.decode(stored.record).dropFirst() == stored.lines[...])
    }
  }

  private func checksum(of record: [UInt8]) -> UInt32 {
    record[1..<5].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
