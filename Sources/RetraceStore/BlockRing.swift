internal import BrowserModel
internal import EventCoding
internal import Platform
internal import RetraceEventLog

/// A long stretch of the log in blocks, for two threads: the one with time to spare decodes the
/// next block, and the folding thread folds them in order.
///
/// So both are busy until the end, however long decoding and folding take, and no more is decoded
/// ahead than the ring has room for.
final class BlockRing: @unchecked Sendable {
  /// What the folding thread has to do next.
  enum Step {
    /// Fold a block, and give it back by ``didFold()``.
    case fold(EventBlock)
    /// Decode a block, and give it back by ``didDecode(_:)``.
    case decode(EventBlock)
  }

  /// Guards everything below, and which thread a block belongs to. It wakes when a block was
  /// decoded or folded.
  private let lock = ConditionLock()
  private let blocks: [EventBlock]
  /// The number of blocks that were given out to be decoded.
  private var begunCount = 0
  /// The number of them that were folded.
  private var foldedCount = 0
  /// The first event that no block was given out for.
  private var next: EventID
  private let last: EventID

  init(from first: EventID, through last: EventID, blockCount: Int = 8) {
    next = first
    self.last = last
    blocks = (0..<blockCount).map { _ in EventBlock() }
  }

  /// Returns what the folding thread has to do: to fold the oldest block if it is decoded,
  /// otherwise to decode one. Nil at the end.
  func nextStep() -> Step? {
    lock.locked {
      while true {
        if foldedCount < begunCount, oldest.isDecoded { return .fold(oldest) }
        if let block = begin() { return .decode(block) }
        guard foldedCount < begunCount else { return nil }
        lock.wait()
      }
    }
  }

  /// Waits until the oldest block is decoded, and returns it, to be given back by ``didFold()``; nil at
  /// the end. For a folding thread that decodes none.
  func nextToFold() -> EventBlock? {
    lock.locked {
      while foldedCount < begunCount || next <= last {
        if foldedCount < begunCount, oldest.isDecoded { return oldest }
        lock.wait()
      }
      return nil
    }
  }

  /// Waits until there is room for another block, and returns it for the other thread; nil at the
  /// end.
  func nextToDecode() -> EventBlock? {
    lock.locked {
      while next <= last {
        if let block = begin() { return block }
        lock.wait()
      }
      return nil
    }
  }

  /// Takes a block back that can be folded now.
  func didDecode(_ block: EventBlock) {
    changing { block.isDecoded = true }
  }

  /// Takes the block back that was folded.
  func didFold() {
    changing { foldedCount += 1 }
  }

  /// Gives out no more blocks, so that the other thread ends.
  func close() {
    changing { next = last.advanced(by: 1) }
  }

  /// The block that is folded next.
  private var oldest: EventBlock { blocks[foldedCount % blocks.count] }

  /// Returns a free block for the next stretch, or nil if there is none.
  private func begin() -> EventBlock? {
    guard next <= last, begunCount - foldedCount < blocks.count else { return nil }
    let block = blocks[begunCount % blocks.count]
    next = block.begin(at: next, noFurtherThan: last).advanced(by: 1)
    begunCount += 1
    return block
  }

  private func changing(_ change: () -> Void) {
    lock.locked {
      change()
      lock.wakeOne()
    }
  }
}
