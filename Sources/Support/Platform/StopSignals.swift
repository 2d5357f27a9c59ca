internal import Synchronization

/// Ctrl-C, other requests to end the process, and the end of the program that waits for it,
/// combined in one descriptor.
package enum StopSignals {
  private static let writing = Atomic<Int32>(-1)

  /// Catches the signals from now on.
  ///
  /// - Parameter reader: The writing end of a pipe that another program reads from. If that program
  ///   ends, even if it is killed, this counts as a request to end. −1 if there is none.
  /// - Returns: A descriptor that becomes readable after a request, or −1 if it cannot be created.
  package static func catchAll(orLosing reader: Int32 = -1) -> Int32 {
    guard let ends = try? FileDescriptor.pipe() else { return -1 }
    for end in [ends.reading, ends.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    writing.store(ends.writing, ordering: .releasing)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let former = SignalAction.replace(number, flags: SA_RESTART) { _ in StopSignals.note() }
      // `nohup` ignores it, so that the process survives the end of the terminal.
      if number == SIGHUP, former.isIgnored { former.restore() }
    }
    if reader >= 0 {
      // The thread runs until the process ends.
      _ = WorkThread {
        var waiting = [pollfd(fd: reader, events: 0, revents: 0)]
        while FileDescriptor.wait(for: &waiting, milliseconds: -1) <= 0 {}
        StopSignals.note()
      }
    }
    return ends.reading
  }

  /// Also called by signal handlers, so it uses only atomics and `write`.
  private static func note() {
    let savedError = errno
    var byte: UInt8 = 0
    _ = unsafe write(writing.load(ordering: .acquiring), &byte, 1)
    errno = savedError
  }
}
