import Platform

/// The clocks used by measurements.
enum Clock {
  /// The elapsed time, in nanoseconds since an arbitrary moment.
  static var nanoseconds: Int64 { read(CLOCK_MONOTONIC) }

  /// The processor time of this thread, including the kernel, in nanoseconds.
  static var threadNanoseconds: Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  /// The processor time of all threads of this process, in nanoseconds.
  static var processNanoseconds: Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// Returns the elapsed time of an operation, in nanoseconds.
  static func time(_ body: () throws -> Void) rethrows -> Double {
    let start = nanoseconds
    try body()
    return Double(nanoseconds - start)
  }

  /// Returns the processor time of an operation on this thread, in nanoseconds. Other programs
  /// influence the processor time less than the elapsed time.
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
