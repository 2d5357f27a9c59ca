internal import Glibc
internal import Platform
internal import Synchronization

/// Where the signals of the process arrive: handlers set a bit and wake whoever polls the pipe.
enum SignalInbox {
  /// The bits of ``PendingSignals``.
  private static let pending = Atomic<Int>(0)
  /// Whether the process was interrupted or asked to end.
  private static let isInterrupted = Atomic<Bool>(false)
  /// The pipe's end that is polled; −1 without a pipe.
  private static let readDescriptor = Atomic<Int32>(-1)
  /// The pipe's end that handlers write to; −1 without a pipe.
  private static let writeDescriptor = Atomic<Int32>(-1)

  /// Whether SIGINT, SIGTERM or SIGHUP has come since ``clearInterrupt()``.
  static var interruptRequested: Bool { isInterrupted.load(ordering: .relaxed) }

  /// Forgets an interrupt.
  static func clearInterrupt() {
    pending.bitwiseAnd(~PendingSignals.interrupt.rawValue, ordering: .relaxed)
    isInterrupted.store(false, ordering: .relaxed)
  }

  /// Returns what has come since the last call.
  static func take() -> PendingSignals {
    PendingSignals(rawValue: pending.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// The descriptor on which wakes can be waited for; −1 when there is none.
  static var wakes: Int32 { readDescriptor.load(ordering: .acquiring) }

  /// Sends wakes to a pipe from now on.
  static func connect(to pipe: borrowing WakePipe) {
    readDescriptor.store(pipe.readDescriptor, ordering: .releasing)
    writeDescriptor.store(pipe.writeDescriptor, ordering: .releasing)
  }

  /// Sends wakes nowhere.
  static func disconnect() {
    readDescriptor.store(-1, ordering: .releasing)
    writeDescriptor.store(-1, ordering: .releasing)
  }

  /// Called by signal handlers, so it uses only atomics and `write`, and nothing that allocates
  /// or locks.
  static func receive(_ signal: Int32) {
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
}
