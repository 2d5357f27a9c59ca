import CLMDB
import Glibc

/// The file `lock.mdb`, by which processes take turns.
enum LockFile {
  /// What LMDB makes it for 126 readers.
  private static let byteCount = 8_192

  /// Gives the file its room on the disk before LMDB maps it: on a full disk a store into the map would
  /// end the process, and a healthy log would look damaged.
  ///
  /// It must not be open in this process: closing a descriptor of it drops the process's locks.
  ///
  /// - Returns: Whether there is a lock. Who only reads can do without, where the medium or the
  ///   permissions allow no more: see ``Transaction/mayBeOverwritten``.
  static func prepare(in directory: String, for access: EventLog.Access) throws(LogFailure) -> Bool
  {
    let path = directory + "/lock.mdb"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // Of other failures LMDB will say what is wrong.
    guard descriptor >= 0 else {
      return access == .readWrite || ![EROFS, EACCES, EPERM].contains(errno)
    }
    defer { close(descriptor) }
    FileSystem.giveToOwner(of: directory, path)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_blocks * 512 < byteCount
    else { return true }
    let code = fallocate(descriptor, 0, 0, off_t(byteCount)) == 0 ? 0 : errno
    guard code == ENOSPC || code == EDQUOT else { return true }
    throw LogFailure(code: code, operation: "make room for the lock", path: directory)
  }
}

/// Lets transactions in, many at a time, and gives one thread the environment alone.
///
/// The map may only be moved, and an environment only be closed, while no transaction is open in
/// the process. A thread that is inside may not enter again: it would wait for itself as soon as
/// the inner transaction had to move the map.
@safe final class TransactionGate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var inside: [pthread_t] = []
  private var alone: pthread_t?

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    let codes = unsafe (pthread_mutex_init(mutex, nil), pthread_cond_init(changed, nil))
    precondition(codes == (0, 0), "Locks can always be made.")
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Waits until no thread has the environment alone, and enters.
  func enter() {
    let thread = pthread_self()
    unsafe pthread_mutex_lock(mutex)
    refuseNesting(of: thread)
    while alone != nil { unsafe pthread_cond_wait(changed, mutex) }
    inside.append(thread)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Ends what ``enter()`` began on this thread.
  func leave() {
    let thread = pthread_self()
    unsafe pthread_mutex_lock(mutex)
    if let place = inside.firstIndex(of: thread) {
      inside.swapAt(place, inside.count - 1)
      inside.removeLast()
    }
    // Who is inside is waited for only by who wants to be alone.
    if alone != nil { unsafe pthread_cond_broadcast(changed) }
    unsafe pthread_mutex_unlock(mutex)
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
    unsafe pthread_mutex_lock(mutex)
    refuseNesting(of: thread)
    while alone != nil { unsafe pthread_cond_wait(changed, mutex) }
    alone = thread
    while !inside.isEmpty { unsafe pthread_cond_wait(changed, mutex) }
    unsafe pthread_mutex_unlock(mutex)
  }

  private func letOthersIn() {
    unsafe pthread_mutex_lock(mutex)
    alone = nil
    unsafe pthread_cond_broadcast(changed)
    unsafe pthread_mutex_unlock(mutex)
  }

  private func refuseNesting(of thread: pthread_t) {
    precondition(
      alone != thread && !inside.contains(thread),
      "A transaction of this log is already open on this thread.")
  }
}
