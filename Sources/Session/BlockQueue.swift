internal import Glibc

/// Blocks that wait for the other thread.
final class BlockQueue: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var blocks: [EventBlock] = []
  private var isClosed = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  func put(_ block: EventBlock) {
    pthread_mutex_lock(mutex)
    blocks.append(block)
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Waits for a block; nil once the queue is closed and empty.
  func take() -> EventBlock? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while blocks.isEmpty, !isClosed { pthread_cond_wait(changed, mutex) }
    return blocks.isEmpty ? nil : blocks.removeFirst()
  }

  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }
}
