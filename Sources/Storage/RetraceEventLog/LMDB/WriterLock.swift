internal import Platform

/// A lock that allows only one thread of one process to write to an environment at a time.
///
/// LMDB has its own lock in `lock.mdb`, a robust mutex. If a process is killed just after it was
/// woken to acquire that mutex, the wake-up is lost. Other processes then continue to sleep
/// although no process holds the mutex, until two processes compete for it again. File locks
/// (`flock`) do not lose wake-ups. Therefore, writers wait for a file lock first. A process that
/// holds the file lock finds LMDB's mutex free.
///
/// If the file system does not support file locks, LMDB's mutex still serializes the writers.
final class WriterLock: @unchecked Sendable {
  /// The lock that serializes the threads of this process, because they share the file lock.
  private let threads = ConditionLock()
  private var isTaken = false

  /// Waits for the lock.
  ///
  /// - Parameter descriptor: This process's descriptor of the data file.
  func acquire(_ descriptor: Int32) {
    threads.locked {
      while isTaken { threads.wait() }
      isTaken = true
    }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Releases the lock acquired with ``acquire(_:)``.
  func release(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    threads.locked {
      isTaken = false
      threads.wakeOne()
    }
  }
}
