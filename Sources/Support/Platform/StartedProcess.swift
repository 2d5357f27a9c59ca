// The environment of the process is a C variable, and Swift cannot prove that it does not change.
@unsafe @preconcurrency internal import Glibc

/// A process started by this one, which must be waited for once.
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

  /// Waits for its end.
  @discardableResult
  package func wait() -> End {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return End(status)
  }

  /// Waits for its end without reaping it, so that signals to its process group reach no other
  /// process.
  package func waitWithoutReaping() {
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0,
      errno == EINTR
    {}
  }

  /// Whether it has ended. It is not reaped.
  package var hasEnded: Bool {
    var information = unsafe siginfo_t()
    let code = unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT | WNOHANG)
    return unsafe code == 0 && information.si_signo == SIGCHLD
  }
}
