internal import Synchronization

/// The signals received by the process. Signal handlers set a bit and wake the thread that polls a
/// pipe.
package enum SignalInbox {
  /// The bits of ``PendingSignals``.
  private static let pending = Atomic<Int>(0)
  /// Whether the process was interrupted or asked to end.
  private static let isInterrupted = Atomic<Bool>(false)
  /// The end of the pipe that is polled, or −1 if there is no pipe.
  private static let readDescriptor = Atomic<Int32>(-1)
  /// The end of the pipe to which handlers write, or −1 if there is no pipe.
  private static let writeDescriptor = Atomic<Int32>(-1)

  /// Whether SIGINT, SIGTERM or SIGHUP has arrived since ``clearInterrupt()``.
  package static var interruptRequested: Bool { isInterrupted.load(ordering: .relaxed) }

  /// Clears a received interrupt.
  package static func clearInterrupt() {
    pending.bitwiseAnd(~PendingSignals.interrupt.rawValue, ordering: .relaxed)
    isInterrupted.store(false, ordering: .relaxed)
  }

  /// Returns the signals received since the last call.
  package static func removeAll() -> PendingSignals {
    PendingSignals(rawValue: pending.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// The descriptor that becomes readable when a signal arrives, or −1 if there is no pipe.
  package static var wakes: Int32 { readDescriptor.load(ordering: .acquiring) }

  /// Makes signal handlers write to a pipe.
  package static func connect(to pipe: borrowing WakePipe) {
    readDescriptor.store(pipe.readDescriptor, ordering: .releasing)
    writeDescriptor.store(pipe.writeDescriptor, ordering: .releasing)
  }

  /// Makes signal handlers stop writing to the pipe.
  package static func disconnect() {
    readDescriptor.store(-1, ordering: .releasing)
    writeDescriptor.store(-1, ordering: .releasing)
  }

  /// Records a signal. Signal handlers call this function, so it uses only atomics and `write`, and
  /// does not allocate memory or acquire locks.
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

  /// Sets the bit of a signal and writes to the pipe.
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
  /// - Returns: False if Control-C was pressed or the process was asked to end since the last
  ///   ``clearInterrupt()``. True if the descriptor can be read, or if reading it would fail.
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
