internal import BrowserModel
internal import EventCoding
internal import Platform
internal import RetraceEventLog

/// A long range of the log, divided into blocks that two threads process. Whichever thread has time
/// decodes the next block, and the folding thread folds the blocks in order.
///
/// Both threads are busy until the end, regardless of the relative cost of decoding and folding.
/// The size of the ring limits the number of decoded blocks.
final class BlockRing: @unchecked Sendable {
  /// The next step of the folding thread.
  enum Step {
    /// Fold a block, and then call ``didFold()``.
    case fold(EventBlock)
    /// Decode a block, and then call ``didDecode(_:)``.
    case decode(EventBlock)
  }

  /// Guards all properties below, and the assignment of blocks to threads. Signals when a block was
  /// decoded or folded.
  private let lock = ConditionLock()
  private let blocks: [EventBlock]
  /// The number of blocks handed out for decoding.
  private var begunCount = 0
  /// The number of folded blocks.
  private var foldedCount = 0
  /// The first event for which no block was handed out.
  private var next: EventID
  private let last: EventID

  init(from first: EventID, through last: EventID, blockCount: Int = 8) {
    next = first
    self.last = last
    blocks = (0..<blockCount).map { _ in EventBlock() }
  }

  /// Returns the next step of the folding thread: folding the oldest block if it is decoded,
  /// otherwise decoding a block. Returns nil at the end.
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

  /// Waits until the oldest block is decoded and returns it, or nil at the end. The caller must
  /// then call ``didFold()``. This is for a folding thread that does not decode.
  func nextToFold() -> EventBlock? {
    lock.locked {
      while foldedCount < begunCount || next <= last {
        if foldedCount < begunCount, oldest.isDecoded { return oldest }
        lock.wait()
      }
      return nil
    }
  }

  /// Waits until there is room for another block, and returns the block for the other thread to
  /// decode. Returns nil at the end.
  func nextToDecode() -> EventBlock? {
    lock.locked {
      while next <= last {
        if let block = begin() { return block }
        lock.wait()
      }
      return nil
    }
  }

  /// Marks a block as decoded and ready to be folded.
  func didDecode(_ block: EventBlock) {
    changing { block.isDecoded = true }
  }

  /// Marks the oldest block as folded.
  func didFold() {
    changing { foldedCount += 1 }
  }

  /// Stops handing out blocks, so that the decoding thread ends.
  func close() {
    changing { next = last.advanced(by: 1) }
  }

  /// The next block to fold.
  private var oldest: EventBlock { blocks[foldedCount % blocks.count] }

  /// Returns a free block for the next part of the range, or nil if no block is free or the range
  /// has ended.
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
