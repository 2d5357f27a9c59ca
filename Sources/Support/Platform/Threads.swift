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

/// A thread that was started and will be waited for.
@safe package final class WorkThread {
  private let thread: pthread_t

  /// What the thread does, on its way to it.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread; nil where the system refuses.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits until it has done its work.
  package func join() { pthread_join(thread, nil) }
}
