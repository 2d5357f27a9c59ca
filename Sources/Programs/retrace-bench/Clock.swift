import Glibc

/// The clocks that things are measured by.
enum Clock {
  /// Time that passes, in nanoseconds since some moment.
  static var nanoseconds: Int64 { read(CLOCK_MONOTONIC) }

  /// Time that this thread has spent on a processor, in the kernel too, in nanoseconds.
  static var threadNanoseconds: Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  /// The same for all threads of this process together.
  static var processNanoseconds: Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// How many nanoseconds something takes.
  static func time(_ body: () throws -> Void) rethrows -> Double {
    let start = nanoseconds
    try body()
    return Double(nanoseconds - start)
  }

  /// How many nanoseconds of processor time something takes on this thread: what other programs do
  /// meanwhile counts less.
  static func processorTime(_ body: () throws -> Void) rethrows -> Double {
    let start = threadNanoseconds
    try body()
    return Double(threadNanoseconds - start)
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
