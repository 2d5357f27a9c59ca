import CLMDB
import Glibc
internal import Platform

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
