internal import Platform
internal import Synchronization

/// Signal handlers of the process, together with the previous handlers that they replace.
struct SignalHandlers {
  private var replaced: [SignalAction] = []

  /// Installs the handlers for signals that the editor must detect at any time.
  static func installed() -> SignalHandlers {
    var handlers = SignalHandlers()
    // Control-C must interrupt a blocking read, so SIGINT does not restart system calls.
    handlers.replace(SIGINT, flags: 0)
    // A second signal ends the process even if its work never checks for the first.
    handlers.replace(SIGTERM, flags: Int32(bitPattern: UInt32(SA_RESETHAND)))
    handlers.replace(SIGHUP, flags: Int32(bitPattern: UInt32(SA_RESETHAND)))
    handlers.replace(SIGWINCH, flags: SA_RESTART)
    handlers.replace(SIGCONT, flags: SA_RESTART)
    return handlers
  }

  /// Installs the handler for Control-Z, which has its default effect while no line is read.
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

  /// Restores the previous handlers.
  mutating func remove() {
    for previous in replaced { previous.restore() }
    replaced = []
  }

  /// Stops the process, which is the default effect of Control-Z. Returns when the process
  /// continues.
  static func stopProcess() {
    raise(SIGTSTP)
  }
}
