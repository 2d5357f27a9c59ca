internal import Synchronization

/// Signals that ask this process to exit. These signals are deferred while work is running that
/// must clean up before the process exits.
package enum InterruptFlag {
  private static let received = Atomic<Int32>(0)
  /// The end of a pipe to which handlers write, or −1 if there is no pipe.
  private static let wakeDescriptor = Atomic<Int32>(-1)
  private static let polledDescriptor = Atomic<Int32>(-1)

  /// Whether a signal has arrived.
  package static var isSet: Bool { received.load(ordering: .relaxed) != 0 }

  /// A descriptor that becomes readable when a signal arrives, or −1 if no descriptor could be
  /// created.
  ///
  /// Poll this descriptor together with the other descriptors. It is not enough to check ``isSet``
  /// before waiting, because a signal may arrive between the check and the wait.
  package static var descriptor: Int32 { polledDescriptor.load(ordering: .relaxed) }

  /// Runs work that checks ``isSet`` from time to time. SIGTERM and SIGHUP take effect after the
  /// work has ended. Ctrl-C only ends the work.
  package static func during<Value>(
    _ work: () throws -> Value
  ) rethrows -> Value {
    received.store(0, ordering: .relaxed)
    let pipe = try? WakePipe()
    let ends: (polled: Int32, woken: Int32) =
      switch pipe {
      case .some(let pipe): (pipe.readDescriptor, pipe.writeDescriptor)
      case nil: (-1, -1)
      }
    let outer = (polledDescriptor.load(ordering: .relaxed), wakeDescriptor.load(ordering: .relaxed))
    polledDescriptor.store(ends.polled, ordering: .relaxed)
    wakeDescriptor.store(ends.woken, ordering: .relaxed)
    let former = [SIGINT, SIGTERM, SIGHUP].map { number in
      let former = SignalAction.replace(number, flags: SA_RESTART) {
        InterruptFlag.receive($0)
      }
      // A signal that was ignored when the process started, for example because of `nohup`, is
      // still ignored.
      if number != SIGINT, former.isIgnored { former.restore() }
      return former
    }
    defer {
      for action in former { action.restore() }
      polledDescriptor.store(outer.0, ordering: .relaxed)
      wakeDescriptor.store(outer.1, ordering: .relaxed)
      let number = received.load(ordering: .relaxed)
      if number == SIGTERM || number == SIGHUP { raise(number) }
    }
    return try work()
  }

  /// Records a signal. Signal handlers call this function, so it uses only atomics and `write`.
  private static func receive(_ signal: Int32) {
    let savedError = errno
    received.store(signal, ordering: .relaxed)
    WakePipe.wake(wakeDescriptor.load(ordering: .relaxed))
    errno = savedError
  }
}
