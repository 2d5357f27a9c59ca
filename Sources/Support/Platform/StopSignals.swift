internal import Synchronization

/// The detection of requests to end the process, through a single descriptor. Such requests are
/// Ctrl-C, other signals, and the end of the program that reads this process's output.
package enum StopSignals {
  private static let writing = Atomic<Int32>(-1)

  /// Installs handlers for the signals.
  ///
  /// - Parameter reader: The writing end of a pipe that another program reads from. The end of that
  ///   program, even if it is killed, counts as a request to end this process. Pass −1 if there is
  ///   no such pipe.
  /// - Returns: A descriptor that becomes readable after a request, or −1 if it cannot be created.
  package static func catchAll(orLosing reader: Int32 = -1) -> Int32 {
    guard let ends = try? FileDescriptor.pipe() else { return -1 }
    for end in [ends.reading, ends.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    writing.store(ends.writing, ordering: .releasing)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = SignalAction.replace(number, flags: SA_RESTART) { _ in StopSignals.note() }
      // `nohup` ignores SIGHUP, so that the process survives the end of the terminal.
      if number == SIGHUP, previous.isIgnored { previous.restore() }
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

  /// Makes the descriptor readable. Signal handlers call this function, so it uses only atomics and
  /// `write`.
  private static func note() {
    let savedError = errno
    var byte: UInt8 = 0
    _ = unsafe write(writing.load(ordering: .acquiring), &byte, 1)
    errno = savedError
  }
}
