import BrowserModel
import RetraceEventLog
import RetraceTimeline
import Testing

@testable import RetraceStore

/// Blocks of a range of a log, which pass between the folding thread and the decoding thread.
@Suite struct BlockRingTests {
  /// Returns a store whose log has slightly more than five blocks.
  private func filledSession() throws -> Store {
    let store = try Store.inMemory()
    try store.perform(all: (0..<2_600).map { _ in .open(OpenTab()) })
    return store
  }

  private func sequences(in block: EventBlock) -> [Int32] {
    var sequences: [Int32] = []
    _ = block.visit { event, _ in
      sequences.append(event.sequence.rawValue)
      return true
    }
    return sequences
  }

  /// Performs all steps of the folding thread, and returns the numbers of the folded events.
  private func fold(_ ring: BlockRing, _ reader: borrowing Reader) -> [Int32] {
    var sequences: [Int32] = []
    while let step = ring.nextStep() {
      switch step {
      case .decode(let block):
        block.decode(reader)
        ring.didDecode(block)
      case .fold(let block):
        sequences += self.sequences(in: block)
        ring.didFold()
      }
    }
    return sequences
  }

  @Test func `a single thread does all the work in order`() throws {
    let log = try filledSession().log
    let folded = try log.read { reader in
      fold(BlockRing(from: EventID(7), through: EventID(2_590)), reader)
    }
    #expect(folded == Array(7...2_590))
  }

  @Test func `two threads do all the work in order`() throws {
    let log = try filledSession().log
    for _ in 0..<50 {
      let folded = try log.read { reader in
        try reader.withTwin { twin in
          BorrowedReader.withReader(twin) { twin in
            let ring = BlockRing(from: EventID(1), through: EventID(2_600), blockCount: 3)
            let decoding = DecodingThread.start(ring, twin)
            defer { decoding?.join() }
            return fold(ring, reader)
          }
        }
      }
      #expect(folded == Array(1...2_600))
    }
  }

  @Test func `blocks are folded in order, and a limited number is decoded ahead`() throws {
    let log = try filledSession().log
    try log.read { reader in
      let ring = BlockRing(from: EventID(1), through: EventID(2_600), blockCount: 2)
      guard let first = ring.nextToDecode(), let second = ring.nextToDecode() else {
        Issue.record("There is room for two blocks.")
        return
      }
      for block in [second, first] {
        block.decode(reader)
        ring.didDecode(block)
      }
      #expect(sequences(in: first) == Array(1...512))
      #expect(sequences(in: second) == Array(513...1_024))
      for expected in [first, second] {
        guard case .fold(let block)? = ring.nextStep() else {
          Issue.record("What is decoded is folded first.")
          return
        }
        #expect(block === expected)
        ring.didFold()
      }
      guard case .decode(let third)? = ring.nextStep() else {
        Issue.record("What is not decoded yet is decoded by the thread that folds.")
        return
      }
      third.decode(reader)
      #expect(sequences(in: third) == Array(1_025...1_536))
    }
  }

  @Test func `a closed ring returns no more blocks`() {
    let ring = BlockRing(from: EventID(1), through: EventID(2_600))
    ring.close()
    #expect(ring.nextToDecode() == nil)
    #expect(ring.nextStep() == nil)
  }
}
