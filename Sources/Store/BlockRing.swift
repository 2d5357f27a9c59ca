internal import BrowserModel
internal import Glibc

/// A long stretch of the log in blocks, for two threads: whichever has time decodes the next block,
/// and one of them folds the blocks in order.
///
/// So both are busy until the end, however long decoding and folding take, and no more is decoded
/// ahead than the ring has room for.
final class BlockRing: @unchecked Sendable {
  /// What the folding thread is to do.
  enum Step {
    case fold(EventBlock)
    case decode(EventBlock)
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let blocks: [EventBlock]
  /// How many blocks were given out to be decoded, and how many of these were folded.
  private var begunCount = 0
  private var foldedCount = 0
  /// The first event that no block was given out for.
  private var next: EventID
  private let last: EventID

  init(from first: EventID, through last: EventID, blockCount: Int = 8) {
    next = first
    self.last = last
    blocks = (0..<blockCount).map { _ in EventBlock() }
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// The next step of the folding thread, which folds what can be folded, and decodes meanwhile; nil
  /// at the end.
  func nextStep() -> Step? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if foldedCount < begunCount, oldest.isDecoded { return .fold(oldest) }
      if let block = begin() { return .decode(block) }
      guard foldedCount < begunCount else { return nil }
      pthread_cond_wait(changed, mutex)
    }
  }

  /// The next block for the other thread, once there is room for it; nil at the end.
  func nextToDecode() -> EventBlock? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while next <= last {
      if let block = begin() { return block }
      pthread_cond_wait(changed, mutex)
    }
    return nil
  }

  /// Takes back a block that can be folded now.
  func didDecode(_ block: EventBlock) {
    changing { block.isDecoded = true }
  }

  /// Takes back the block that was to be folded.
  func didFold() {
    changing { foldedCount += 1 }
  }

  /// Gives out no more blocks.
  func close() {
    changing { next = last.advanced(by: 1) }
  }

  private var oldest: EventBlock { blocks[foldedCount % blocks.count] }

  private func begin() -> EventBlock? {
    guard next <= last, begunCount - foldedCount < blocks.count else { return nil }
    let block = blocks[begunCount % blocks.count]
    next = block.begin(at: next, noFurtherThan: last).advanced(by: 1)
    begunCount += 1
    return block
  }

  private func changing(_ change: () -> Void) {
    pthread_mutex_lock(mutex)
    change()
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
  }
}
