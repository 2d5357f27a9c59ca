internal import Glibc
internal import Platform
internal import Synchronization

/// What signals have asked for and has not been done yet.
struct PendingSignals: OptionSet {
  var rawValue: Int

  /// Control-C (SIGINT).
  static let interrupt = PendingSignals(rawValue: 1 << 0)
  /// The process has to end (SIGTERM, SIGHUP).
  static let terminate = PendingSignals(rawValue: 1 << 1)
  /// Control-Z (SIGTSTP).
  static let suspend = PendingSignals(rawValue: 1 << 2)
  /// The process goes on after a stop (SIGCONT).
  static let resume = PendingSignals(rawValue: 1 << 3)
  /// The terminal has another size (SIGWINCH).
  static let resize = PendingSignals(rawValue: 1 << 4)
}

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
  fileprivate static func receive(_ signal: Int32) {
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

/// Signal handlers of the process, and the ones that they replace.
struct SignalHandlers {
  private var replaced: [SignalAction] = []

  /// Installs the handlers for signals that must be noticed at any time.
  static func installed() -> SignalHandlers {
    var handlers = SignalHandlers()
    // A blocking read must notice Control-C, so SIGINT restarts nothing.
    handlers.replace(SIGINT, flags: 0)
    // A second signal ends the process even if its work never asks for the first.
    handlers.replace(SIGTERM, flags: Int32(bitPattern: UInt32(SA_RESETHAND)))
    handlers.replace(SIGHUP, flags: Int32(bitPattern: UInt32(SA_RESETHAND)))
    handlers.replace(SIGWINCH, flags: SA_RESTART)
    handlers.replace(SIGCONT, flags: SA_RESTART)
    return handlers
  }

  /// Installs the handler for Control-Z, which has its default meaning while no line is read.
  static func installedForSuspend() -> SignalHandlers {
    var handlers = SignalHandlers()
    handlers.replace(SIGTSTP, flags: SA_RESTART)
    return handlers
  }

  /// Installs a handler, unless the program was started with the signal ignored.
  private mutating func replace(_ signal: Int32, flags: Int32) {
    // A signal that was ignored at the start (nohup) stays ignored.
    if signal != SIGINT, SignalAction.current(signal).isIgnored { return }
    replaced.append(SignalAction.replace(signal, flags: flags) { SignalInbox.receive($0) })
  }

  /// Installs the former handlers again.
  mutating func remove() {
    for former in replaced { former.restore() }
    replaced = []
  }

  /// Stops the process as Control-Z does by default; returns when it goes on.
  static func stopProcess() {
    raise(SIGTSTP)
  }
}

/// A pipe by which signals and other threads end a wait for input. Neither end ever blocks.
struct WakePipe: ~Copyable {
  /// The end that is polled.
  let readDescriptor: Int32
  /// The end that ends a wait when a byte is written to it.
  let writeDescriptor: Int32

  /// Makes a pipe that programs which this process starts do not get.
  init() throws(LineEditorError) {
    do throws(SystemCode) {
      (readDescriptor, writeDescriptor) = try Descriptors.pipe()
    } catch {
      throw LineEditorError(code: error.rawValue, operation: "make", path: "a pipe")
    }
    for descriptor in [readDescriptor, writeDescriptor] {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(readDescriptor)
    close(writeDescriptor)
  }

  /// Forgets wakes that have come.
  func drain() { Self.drain(readDescriptor) }

  /// Forgets wakes that have come to the pipe of a descriptor.
  static func drain(_ descriptor: Int32) {
    while (try? Descriptors.read(descriptor, atMost: 256))?.isEmpty == false {}
  }

  /// Ends a wait at the pipe of a descriptor; −1 does nothing. A full pipe ends it as well.
  static func wake(_ descriptor: Int32) {
    var byte: UInt8 = 0
    if descriptor >= 0 { unsafe write(descriptor, &byte, 1) }
  }
}
