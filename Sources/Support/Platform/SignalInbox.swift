internal import Synchronization

/// The signals received by the process. Handlers set a bit and wake the thread that polls the pipe.
package enum SignalInbox {
  /// The bits of ``PendingSignals``.
  private static let pending = Atomic<Int>(0)
  /// Whether the process was interrupted or asked to end.
  private static let isInterrupted = Atomic<Bool>(false)
  /// The end of the pipe that is polled, or −1 without a pipe.
  private static let readDescriptor = Atomic<Int32>(-1)
  /// The end of the pipe that handlers write to, or −1 without a pipe.
  private static let writeDescriptor = Atomic<Int32>(-1)

  /// Whether SIGINT, SIGTERM or SIGHUP has arrived since ``clearInterrupt()``.
  package static var interruptRequested: Bool { isInterrupted.load(ordering: .relaxed) }

  /// Clears a received interrupt.
  package static func clearInterrupt() {
    pending.bitwiseAnd(~PendingSignals.interrupt.rawValue, ordering: .relaxed)
    isInterrupted.store(false, ordering: .relaxed)
  }

  /// Returns the signals received since the last call.
  package static func take() -> PendingSignals {
    PendingSignals(rawValue: pending.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// The descriptor that becomes readable on a wake, or −1 if there is none.
  package static var wakes: Int32 { readDescriptor.load(ordering: .acquiring) }

  /// Sends wakes to a pipe.
  package static func connect(to pipe: borrowing WakePipe) {
    readDescriptor.store(pipe.readDescriptor, ordering: .releasing)
    writeDescriptor.store(pipe.writeDescriptor, ordering: .releasing)
  }

  /// Stops sending wakes.
  package static func disconnect() {
    readDescriptor.store(-1, ordering: .releasing)
    writeDescriptor.store(-1, ordering: .releasing)
  }

  /// Called by signal handlers, so it uses only atomics and `write`, and nothing that allocates
  /// or locks.
  package static func receive(_ signal: Int32) {
    let savedError = errno
    switch signal {
    case SIGINT: note(.interrupt)
    case SIGTERM, SIGHUP: note(.terminate)
    case SIGTSTP: note(.suspend)
    case SIGCONT: note(.resume)
    default: note(.resize)
    }
    errno = savedError
  }

  /// Sets a bit and wakes.
  private static func note(_ signals: PendingSignals) {
    pending.bitwiseOr(signals.rawValue, ordering: .acquiringAndReleasing)
    if signals == .interrupt || signals == .terminate {
      isInterrupted.store(true, ordering: .relaxed)
    }
    var byte: UInt8 = 0
    unsafe write(writeDescriptor.load(ordering: .acquiring), &byte, 1)
  }

  /// Waits until a descriptor can be read.
  ///
  /// A plain `read` would continue to wait after a signal. Without a pipe, the wait ends only when
  /// the descriptor is readable.
  ///
  /// - Parameter descriptor: A pipe, terminal or file.
  /// - Returns: False if Control-C was pressed or the process was asked to end, before that or
  ///   since ``clearInterrupt()``. True also if reading would fail.
  package static func waitForInput(on descriptor: Int32) -> Bool {
    while !interruptRequested {
      var descriptors = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakes, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&descriptors, 2, -1)
      if descriptors[1].revents != 0 { WakePipe.drain(wakes) }
      if interruptRequested { return false }
      if descriptors[0].revents != 0 || (count < 0 && errno != EINTR) { return true }
    }
    return false
  }
}
