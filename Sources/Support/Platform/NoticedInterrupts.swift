internal import Glibc
internal import Synchronization

/// Signals that ask this process to end, noticed while work runs that must clear up first.
package enum NoticedInterrupts {
  private static let received = Atomic<Int32>(0)

  /// Whether one has come.
  package static var hasCome: Bool { received.load(ordering: .relaxed) != 0 }

  /// Runs work that asks ``hasCome`` now and then. A signal that asked the process to end takes its
  /// effect afterwards; Ctrl-C was for the work alone.
  package static func during<Value, Failure: Error>(
    _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    received.store(0, ordering: .relaxed)
    let former = [SIGINT, SIGTERM, SIGHUP].map { number in
      let former = SignalAction.replace(number, flags: SA_RESTART) {
        NoticedInterrupts.received.store($0, ordering: .relaxed)
      }
      // What this process was started to ignore, as by `nohup`, it continues to ignore.
      if number != SIGINT, former.isIgnored { former.restore() }
      return former
    }
    defer {
      for action in former { action.restore() }
      let number = received.load(ordering: .relaxed)
      if number == SIGTERM || number == SIGHUP { raise(number) }
    }
    return try work()
  }
}
