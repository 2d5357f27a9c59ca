internal import Glibc
internal import Synchronization

/// Ctrl-C, whatever else asks the process to end, and the end of the program that waits for it, as
/// something to wait for.
package enum StopSignals {
  private static let writing = Atomic<Int32>(-1)

  /// Catches them from now on.
  ///
  /// - Parameter reader: The writing end of a pipe that another program reads from: when that one is gone,
  ///   killed even, it is as if it had asked to end. −1 where there is none.
  /// - Returns: A descriptor that can be read once one came; −1 where none can be made.
  package static func catchAll(orLosing reader: Int32 = -1) -> Int32 {
    guard let ends = try? FileDescriptor.pipe() else { return -1 }
    for end in [ends.reading, ends.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    writing.store(ends.writing, ordering: .releasing)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let former = SignalAction.replace(number, flags: SA_RESTART) { _ in StopSignals.note() }
      // `nohup` has it ignored, so that the end of the terminal ends nothing.
      if number == SIGHUP, former.isIgnored { former.restore() }
    }
    if reader >= 0 {
      // It lasts as long as the process.
      _ = WorkThread {
        var waiting = [pollfd(fd: reader, events: 0, revents: 0)]
        while FileDescriptor.wait(for: &waiting, milliseconds: -1) <= 0 {}
        StopSignals.note()
      }
    }
    return ends.reading
  }

  /// Called by signal handlers, too: only atomics and `write`.
  private static func note() {
    let savedError = errno
    var byte: UInt8 = 0
    _ = unsafe write(writing.load(ordering: .acquiring), &byte, 1)
    errno = savedError
  }
}
