internal import Glibc
internal import Synchronization

/// Signals that ask this process to end while it waits for another program: they are passed on to that.
enum PassedSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private static let target = Atomic<pid_t>(0)
  /// The signal that came, if it is one that ends this process, too.
  private static let received = Atomic<Int32>(0)
  nonisolated(unsafe) private static var former: [sigaction] = []

  /// Holds them back from now on.
  static func begin() {
    target.store(0, ordering: .relaxed)
    received.store(0, ordering: .relaxed)
    former = numbers.map { number in
      var action = sigaction()
      var former = sigaction()
      action.__sigaction_handler.sa_handler = { PassedSignals.take($0) }
      action.sa_flags = SA_RESTART
      sigaction(number, &action, &former)
      // What this process was started to ignore, as by `nohup`, it goes on to ignore.
      if number != SIGINT, isIgnoring(former) { sigaction(number, &former, nil) }
      return former
    }
  }

  private static func isIgnoring(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Passes them to a process, also one that came since ``begin()``.
  static func pass(to process: pid_t) {
    target.store(process, ordering: .sequentiallyConsistent)
    let number = received.load(ordering: .sequentiallyConsistent)
    if number != 0 { kill(process, number) }
  }

  /// The process is gone. One that asked this process to end does so now; Ctrl-C was for the other alone.
  static func end() {
    target.store(0, ordering: .sequentiallyConsistent)
    for (number, var action) in zip(numbers, former) { sigaction(number, &action, nil) }
    let number = received.load(ordering: .sequentiallyConsistent)
    if number == SIGTERM || number == SIGHUP { raise(number) }
  }

  /// Called by signal handlers: only atomics and `kill`.
  private static func take(_ number: Int32) {
    let savedError = errno
    received.store(number, ordering: .sequentiallyConsistent)
    let process = target.load(ordering: .sequentiallyConsistent)
    if process > 0 { kill(process, number) }
    errno = savedError
  }
}
