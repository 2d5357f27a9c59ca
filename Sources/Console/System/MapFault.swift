internal import Glibc

/// A fault while the map of a damaged log is read: the file is shorter than it says, or a page leads
/// nowhere. LMDB trusts its pages, so the kernel is the one to notice.
enum MapFault {
  /// From now on such a fault ends the program with a sentence and status 3.
  ///
  /// The handler only writes and leaves: nothing else is allowed in a signal handler (POSIX,
  /// 2.4.3).
  static func endProgram() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      let message: StaticString =
        "retrace: The profile is damaged: its data file ends too early. Put a copy of it back.\n"
      _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
      _exit(ExitStatus.unopened.rawValue)
    }
    sigaction(SIGBUS, &action, nil)
    sigaction(SIGSEGV, &action, nil)
  }
}
