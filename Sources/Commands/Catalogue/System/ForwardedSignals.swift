internal import Platform
internal import Synchronization

/// Forwards signals that ask this process to end to another program, while this process waits for
/// that program.
enum ForwardedSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private static let target = Atomic<pid_t>(0)
  /// The received signal, if it must also end this process.
  private static let received = Atomic<Int32>(0)
  private static let former = Mutex<[SignalAction]>([])

  /// Starts a program that receives the signals until ``wait(for:meanwhile:)`` returns.
  static func start(_ program: ProcessLauncher) throws -> StartedProcess {
    Output.clearProgress()
    begin()
    do {
      let process = try program.start()
      pass(to: process.identifier)
      return process
    } catch {
      end()
      throw error
    }
  }

  /// Waits until a program started with ``start(_:)`` ends.
  ///
  /// During the wait, only the program receives Ctrl-C and Ctrl-\, as in `system(3)`. Requests to
  /// end this process are passed on to the program, and this process ends after the program has
  /// cleaned up.
  ///
  /// - Parameter work: The work to do before waiting, while the process runs.
  static func wait(
    for process: StartedProcess, meanwhile work: () -> Void = {}
  ) -> StartedProcess.End {
    let quit = signal(SIGQUIT, SIG_IGN)
    work()
    let end = process.wait()
    _ = signal(SIGQUIT, quit)
    self.end()
    return end
  }

  /// Begins to defer the signals.
  private static func begin() {
    target.store(0, ordering: .relaxed)
    received.store(0, ordering: .relaxed)
    let former = numbers.map { number in
      let former = SignalAction.replace(number, flags: SA_RESTART) { ForwardedSignals.handle($0) }
      // Signals that this process was started to ignore, as by `nohup`, stay ignored.
      if number != SIGINT, former.isIgnored { former.restore() }
      return former
    }
    self.former.withLock { $0 = former }
  }

  /// Passes the signals to a process, including a signal received since ``begin()``.
  private static func pass(to process: pid_t) {
    target.store(process, ordering: .sequentiallyConsistent)
    let number = received.load(ordering: .sequentiallyConsistent)
    if number != 0 { kill(process, number) }
  }

  /// Stops deferring signals after the other process has ended. A signal that asked this process to
  /// end takes effect now. A Ctrl-C affects only the other process.
  private static func end() {
    target.store(0, ordering: .sequentiallyConsistent)
    for action in former.withLock({ $0 }) { action.restore() }
    let number = received.load(ordering: .sequentiallyConsistent)
    if number == SIGTERM || number == SIGHUP { raise(number) }
  }

  /// Handles a signal. This runs in a signal handler, so it uses only atomics and `kill`.
  private static func handle(_ number: Int32) {
    let savedError = errno
    received.store(number, ordering: .sequentiallyConsistent)
    let process = target.load(ordering: .sequentiallyConsistent)
    if process > 0 { kill(process, number) }
    errno = savedError
  }
}
