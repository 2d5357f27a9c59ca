/// A lock with a condition variable. A thread can wait for changes that another thread makes while
/// that thread holds the lock.
@safe package final class ConditionLock: @unchecked Sendable {
  /// The lock, allocated separately because it must not move in memory.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Creates an unlocked lock.
  package init() {
    let codes = unsafe (pthread_mutex_init(mutex, nil), pthread_cond_init(changed, nil))
    precondition(codes == (0, 0), "The system must be able to create locks.")
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs a closure while this thread holds the lock.
  package func locked<Value>(
    _ body: () throws -> Value
  ) rethrows -> Value {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Releases the lock until another thread signals a change, and acquires it again. This function
  /// may return without a signal, so the caller must check its condition again.
  ///
  /// - Precondition: This thread is in the closure of ``locked(_:)``.
  package func wait() { unsafe pthread_cond_wait(changed, mutex) }

  /// Wakes one waiting thread.
  package func wakeOne() { unsafe pthread_cond_signal(changed) }

  /// Wakes all waiting threads.
  package func wakeAll() { unsafe pthread_cond_broadcast(changed) }
}
