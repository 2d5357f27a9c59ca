// The environment of the process is a C variable, and Swift cannot prove that it does not change.
@unsafe @preconcurrency internal import Glibc

/// A process that this process has started. The owner must wait for the process exactly once.
package struct StartedProcess: Sendable {
  package let identifier: pid_t

  /// The way in which a process ended.
  package enum End: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)

    init(_ status: Int32) {
      let signal = status & 0x7F
      self = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
    }
  }

  /// Waits for the end of the process.
  @discardableResult
  package func wait() -> End {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return End(status)
  }

  /// Waits for the end of the process without reaping it, so that its process group id cannot be
  /// reused and signals to the group cannot reach other processes.
  package func waitWithoutReaping() {
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0,
      errno == EINTR
    {}
  }

  /// Whether the process has ended. The process is not reaped.
  package var hasEnded: Bool {
    var information = unsafe siginfo_t()
    let code = unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT | WNOHANG)
    return unsafe code == 0 && information.si_signo == SIGCHLD
  }
}
