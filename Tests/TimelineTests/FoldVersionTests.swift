import BrowserModel
import EventCoding
import Foundation
import RetraceTimeline
import TestSupport
import Testing

/// The fold version determines whether stored checkpoints are valid.
///
/// Two logs are stored with checksums of the states that they fold to. If `apply` folds them to
/// different states, or the layout of snapshots changes, increase `Browser.foldVersion` and write
/// the checksums again with `RETRACE_WRITE_GOLDEN=1`.
struct FoldVersionTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/folds.json")

  private struct Golden: Codable {
    var foldVersion: UInt32
    var logs: [Log]

    struct Log: Codable {
      /// The records in Base64, each preceded by its length in four bytes.
      var records: Data
      /// The checksum of the snapshots of the states after every hundredth event.
      var sum: String
    }
  }

  @Test func `stored logs fold to the same states as before in this fold version`() throws {
    if ProcessInfo.processInfo.environment["RETRACE_WRITE_GOLDEN"] == "1" { try write() }
    let golden = try JSONDecoder().decode(Golden.self, from: Data(contentsOf: Self.file))
    #expect(
      golden.foldVersion == Browser.foldVersion, "write the file again, with RETRACE_WRITE_GOLDEN=1"
    )
    #expect(!golden.logs.isEmpty)
    for log in golden.logs {
      let events = Self.events(in: log.records)
      #expect(events.log.newest > 300)
      #expect(Self.sum(of: events) == log.sum, "raise Browser.foldVersion")
    }
  }

  /// Writes the checksums of the states that the stored logs fold to now. The logs themselves are
  /// unchanged.
  private func write() throws {
    var golden = try JSONDecoder().decode(Golden.self, from: Data(contentsOf: Self.file))
    golden.foldVersion = Browser.foldVersion
    for index in golden.logs.indices {
      golden.logs[index].sum = Self.sum(of: Self.events(in: golden.logs[index].records))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(golden).write(to: Self.file)
  }

  private static func events(in records: Data) -> MemoryEvents {
    var events = MemoryEvents()
    var rest = records[...]
    while rest.count > 4 {
      let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let record = Array(rest.dropFirst(4).prefix(count))
      events.append(stored: record.span.bytes)
      rest = rest.dropFirst(4 + count)
    }
    return events
  }

  /// Returns the FNV-1a hash of the snapshots after every hundredth event.
  private static func sum(of events: MemoryEvents) -> String {
    var timeline = Timeline()
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    while timeline.position != events.newestEvent() {
      timeline.catchUp(events, atMost: 100)
      let library = timeline.readLibrary(events)
      for byte in timeline.browser.snapshot() + library.snapshot() {
        sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    return String(sum, radix: 16)
  }
}
