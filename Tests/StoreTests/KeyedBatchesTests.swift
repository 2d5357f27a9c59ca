import BrowserModel
import EventCoding
import RetraceTimeline
import Testing

@testable import RetraceStore

/// The keys that are remembered are those of the newest events, both in a long run and after a
/// restart.
@Suite struct KeyedBatchesTests {
  private static let remembered: Int32 = 20

  /// Appends an event, with a key or without one.
  private func append(_ key: String?, to log: inout MemoryEvents) {
    var draft = Draft()
    let text = draft.text(key)
    log.append(
      Event(
        sequence: log.next, batch: BatchID(log.next), milliseconds: 0, batchKey: text,
        body: .tab(.selected(TabSelected()))),
      words: draft.bytes)
  }

  /// Every third event has a key. Some keys are used again after they were dropped.
  private static let keys: [String?] = (0..<300).map { $0 % 3 == 0 ? "k\($0 % 120)" : nil }

  @Test func `a long run remembers the same keys as a restart`() {
    var log = MemoryEvents()
    var running = KeyedBatches(remembered: Self.remembered)
    for (index, key) in Self.keys.enumerated() {
      append(key, to: &log)
      // The keys are not read after every event, so that several events are read at once.
      guard index % 7 == 0 else { continue }
      for wanted in Set(Self.keys.compactMap { $0 }) {
        var fresh = KeyedBatches(remembered: Self.remembered)
        #expect(running.batch(wanted, in: log) == fresh.batch(wanted, in: log))
      }
    }
  }

  @Test func `a key is remembered for a number of events, and no longer`() {
    var log = MemoryEvents()
    append("k", to: &log)
    var running = KeyedBatches(remembered: Self.remembered)
    for _ in 0..<Self.remembered {
      #expect(running.batch("k", in: log) == BatchID(1))
      append(nil, to: &log)
    }
    #expect(running.batch("k", in: log) == BatchID(1))
    append(nil, to: &log)
    #expect(running.batch("k", in: log) == nil)
  }

  @Test func `a long run stores only keys that can still be used`() {
    var log = MemoryEvents()
    var running = KeyedBatches(remembered: Self.remembered)
    for number in 0..<2_000 {
      append("k\(number)", to: &log)
      #expect(running.batch("k\(number)", in: log) != nil)
      #expect(running.count <= 2 * Int(Self.remembered) + 4)
    }
  }
}
