internal import Glibc
internal import Synchronization

/// Ctrl-C, and whatever else asks the process to end, as something to wait for.
public enum StopSignals {
  private static let writing = Atomic<Int32>(-1)

  /// Catches them from now on.
  ///
  /// - Returns: A descriptor that can be read once one came; −1 where none can be made.
  public static func catchAll() -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writing.store(ends[1], ordering: .releasing)
    for number in [SIGINT, SIGTERM] { signal(number) { _ in StopSignals.note() } }
    // `nohup` has it ignored, so that the end of the terminal ends nothing.
    let hangUp = signal(SIGHUP) { _ in StopSignals.note() }
    if Self.isIgnoring(hangUp) { signal(SIGHUP, SIG_IGN) }
    return ends[0]
  }

  private static func isIgnoring(_ handler: __sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Called by signal handlers: only atomics and `write`.
  private static func note() {
    let savedError = errno
    var byte: UInt8 = 0
    write(writing.load(ordering: .acquiring), &byte, 1)
    errno = savedError
  }
}
