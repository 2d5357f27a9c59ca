import CLMDB
internal import Platform

/// A gate that admits any number of transactions at a time, or gives one thread exclusive access to
/// the environment.
///
/// A map may be moved, and an environment closed, only while no transaction is open in the process.
/// Entering again on a thread that is already inside traps. Without the trap, the thread would wait
/// for itself as soon as the inner transaction had to move the map.
final class TransactionGate: @unchecked Sendable {
  /// The lock that guards ``inside`` and ``alone``, and wakes the threads that wait for a change of
  /// these properties.
  private let lock = ConditionLock()
  /// The threads with an open transaction.
  private var inside: [pthread_t] = []
  /// The thread that has exclusive access or is waiting for other threads to leave.
  private var alone: pthread_t?

  /// Whether a thread of this process has an open transaction.
  var isBusy: Bool { lock.locked { !inside.isEmpty } }

  /// Waits until no thread has or is waiting for exclusive access, and enters the gate.
  func enter() {
    let thread = pthread_self()
    lock.locked {
      refuseNesting(of: thread)
      while alone != nil { lock.wait() }
      inside.append(thread)
    }
  }

  /// Leaves the gate after ``enter()`` on this thread.
  func leave() {
    let thread = pthread_self()
    lock.locked {
      if let place = inside.firstIndex(of: thread) {
        inside.swapAt(place, inside.count - 1)
        inside.removeLast()
      }
      // Only a thread that wants exclusive access waits for other threads to leave.
      if alone != nil { lock.wakeAll() }
    }
  }

  /// Waits until every transaction has ended, and runs `body` while new transactions are blocked.
  func withoutOthers<Value>(_ body: () throws -> Value) rethrows -> Value {
    acquireExclusively()
    defer { releaseExclusive() }
    return try body()
  }

  private func acquireExclusively() {
    let thread = pthread_self()
    lock.locked {
      refuseNesting(of: thread)
      while alone != nil { lock.wait() }
      alone = thread
      while !inside.isEmpty { lock.wait() }
    }
  }

  private func releaseExclusive() {
    lock.locked {
      alone = nil
      lock.wakeAll()
    }
  }

  /// Traps if a thread is already inside.
  private func refuseNesting(of thread: pthread_t) {
    precondition(
      alone != thread && !inside.contains(thread),
      "A transaction of this log is already open on this thread.")
  }
}
