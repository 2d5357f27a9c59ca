internal import Platform

/// The lock of the writers of an environment, which one thread of one process holds at a time.
///
/// LMDB has its own lock in `lock.mdb`, a robust mutex. If a process is killed when it has just
/// been woken to acquire that mutex, the wake-up is lost: others continue to sleep although nobody
/// holds the mutex, until two of them compete for it again. The kernel loses no wake-up for file
/// locks (`flock`). Therefore writers wait for this lock first, and find LMDB's mutex free.
///
/// If the file system has no such locks, LMDB's mutex still serialises writers.
final class WriterLock: @unchecked Sendable {
  /// Serialises the threads of this process, which share the lock of the file.
  private let threads = ConditionLock()
  private var isTaken = false

  /// Waits for the lock.
  ///
  /// - Parameter descriptor: This process's descriptor of the data file.
  func take(_ descriptor: Int32) {
    threads.locked {
      while isTaken { threads.wait() }
      isTaken = true
    }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Releases the lock acquired with ``take(_:)``.
  func giveBack(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    threads.locked {
      isTaken = false
      threads.wakeOne()
    }
  }
}
