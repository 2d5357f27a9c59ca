internal import EventLog
internal import Glibc
internal import LineEditor

/// Faults and failed assertions while a damaged log is read: the data file is shorter than it says, or
/// a page leads nowhere. LMDB trusts its pages, so the kernel is often the one to notice.
enum MapFault {
  /// From now on such a fault ends the program with a sentence that says no more than is known.
  ///
  /// The handlers only put the terminal back, write and leave: nothing else is allowed in a handler of
  /// signals (POSIX, 2.4.3).
  static func endProgram() {
    var action = sigaction()
    action.sa_flags = SA_SIGINFO
    action.__sigaction_handler.sa_sigaction = { _, information, _ in
      let address = information?.pointee._sifields._sigfault.si_addr
      if BrokenLog.isInMap(UInt(bitPattern: address)) {
        MapFault.end(MapFault.unreadable, .unopened)
      } else {
        MapFault.end(MapFault.elsewhere, .failed)
      }
    }
    sigaction(SIGBUS, &action, nil)
    sigaction(SIGSEGV, &action, nil)
    BrokenLog.onAssertion { _ in MapFault.end(MapFault.contradictory, .unopened) }
  }

  private static let unreadable: StaticString =
    """
    retrace: The profile is damaged: a part of its data file cannot be read. The file is cut short, or \
    the disk fails; copy the whole profile before you do anything else with it.

    """

  private static let contradictory: StaticString =
    """
    retrace: The profile is damaged: a page of its data file is not what it should be. Copy the whole \
    profile before you do anything else with it.

    """

  private static let elsewhere: StaticString =
    """
    retrace: The program has failed, by a fault of its own or by a page of the profile that leads \
    nowhere. What it had answered is saved.

    """

  private static func end(_ message: StaticString, _ status: ExitStatus) -> Never {
    LineEditor.restoreTerminal()
    _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(status.rawValue)
  }
}
