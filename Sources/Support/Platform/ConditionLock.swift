internal import Glibc

/// A lock, and the wait for what other threads change while they hold it.
@safe package final class ConditionLock: @unchecked Sendable {
  /// In memory of its own, for a lock must not move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Makes a lock that nobody holds.
  package init() {
    let codes = unsafe (pthread_mutex_init(mutex, nil), pthread_cond_init(changed, nil))
    precondition(codes == (0, 0), "Locks can always be made.")
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs a closure while this thread alone holds the lock.
  package func locked<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Gives the lock back until another thread tells of a change, and takes it again. It may come
  /// back without one, so the caller looks again.
  ///
  /// - Precondition: This thread is in the closure of ``locked(_:)``.
  package func wait() { unsafe pthread_cond_wait(changed, mutex) }

  /// Wakes one thread that waits.
  package func wakeOne() { unsafe pthread_cond_signal(changed) }

  /// Wakes all threads that wait.
  package func wakeAll() { unsafe pthread_cond_broadcast(changed) }
}
