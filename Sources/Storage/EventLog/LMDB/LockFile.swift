import CLMDB
import Glibc
internal import Platform

/// The file `lock.mdb`, which holds LMDB's lock of the writers and its table of readers.
enum LockFile {
  /// What LMDB makes of it for 126 readers, in bytes.
  private static let byteCount = 8_192

  /// Allocates the file's blocks before LMDB maps it: on a full disk a store into the map would
  /// end the process, and a sound log would look damaged.
  ///
  /// The file must not be open in this process, because closing a descriptor of it drops the
  /// process's locks.
  ///
  /// - Returns: Whether there is a lock. A reader can do without one where the medium or the
  ///   permissions allow no more: see ``Transaction/mayBeOverwritten``.
  /// - Throws: ``LogFailure/Reason/noSpace`` when the blocks are not to be had.
  static func prepare(in directory: String, for access: EventLog.Access) throws(LogFailure) -> Bool
  {
    let path = directory + "/lock.mdb"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // LMDB reports other failures itself.
    guard descriptor >= 0 else {
      return access == .readWrite || ![EROFS, EACCES, EPERM].contains(errno)
    }
    defer { close(descriptor) }
    FileSystem.giveToOwner(of: directory, descriptor)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_blocks * 512 < byteCount
    else { return true }
    let code = fallocate(descriptor, 0, 0, off_t(byteCount)) == 0 ? 0 : errno
    guard code == ENOSPC || code == EDQUOT else { return true }
    throw LogFailure(code: code, operation: "make room for the lock", path: directory)
  }
}

/// Lets transactions in, many at a time, and gives one thread the environment for itself.
///
/// A map may only be moved, and an environment only be closed, while no transaction is open in
/// the process. A thread that is inside may not enter again and traps: it would wait for itself
/// as soon as the inner transaction had to move the map.
final class TransactionGate: @unchecked Sendable {
  /// Guards ``inside`` and ``alone``. It wakes when a thread leaves that somebody may wait for.
  private let lock = ConditionLock()
  /// The threads that have a transaction open.
  private var inside: [pthread_t] = []
  /// The thread that has the environment for itself, or waits until the others have left.
  private var alone: pthread_t?

  /// Whether a thread of this process has a transaction open.
  var isBusy: Bool { lock.locked { !inside.isEmpty } }

  /// Waits until no thread has the environment for itself, and enters.
  func enter() {
    let thread = pthread_self()
    lock.locked {
      refuseNesting(of: thread)
      while alone != nil { lock.wait() }
      inside.append(thread)
    }
  }

  /// Ends what ``enter()`` began on this thread.
  func leave() {
    let thread = pthread_self()
    lock.locked {
      if let place = inside.firstIndex(of: thread) {
        inside.swapAt(place, inside.count - 1)
        inside.removeLast()
      }
      // Only a thread that wants the environment for itself waits for others to leave.
      if alone != nil { lock.wakeAll() }
    }
  }

  /// Waits until every transaction has ended, keeps new ones out, and runs `body`.
  func withoutOthers<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    becomeAlone()
    defer { letOthersIn() }
    return try body()
  }

  private func becomeAlone() {
    let thread = pthread_self()
    lock.locked {
      refuseNesting(of: thread)
      while alone != nil { lock.wait() }
      alone = thread
      while !inside.isEmpty { lock.wait() }
    }
  }

  private func letOthersIn() {
    lock.locked {
      alone = nil
      lock.wakeAll()
    }
  }

  /// Traps when a thread is inside already.
  private func refuseNesting(of thread: pthread_t) {
    precondition(
      alone != thread && !inside.contains(thread),
      "A transaction of this log is already open on this thread.")
  }
}
