import Glibc
internal import Platform

/// The lock of the writers of an environment: one thread of one process at a time has it.
///
/// LMDB has a lock of its own in `lock.mdb`, a robust mutex. A process that is killed when it has
/// just been woken to take that mutex takes the wake-up with it: others continue sleeping although
/// nobody has it, until two meet there again. The kernel loses nobody who waits for the lock of a
/// file (`flock`). So writers meet here, and find LMDB's mutex free.
///
/// Where the file system has no such locks, LMDB's mutex still keeps writers apart.
final class WriterLock: @unchecked Sendable {
  /// Keeps the threads of this process apart, which share the lock of the file.
  private let threads = ConditionLock()
  private var isTaken = false

  /// Waits for the lock.
  ///
  /// - Parameter descriptor: The data file, as this process has it open.
  func take(_ descriptor: Int32) {
    threads.locked {
      while isTaken { threads.wait() }
      isTaken = true
    }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Gives back what ``take(_:)`` has taken.
  func giveBack(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    threads.locked {
      isTaken = false
      threads.wakeOne()
    }
  }
}
