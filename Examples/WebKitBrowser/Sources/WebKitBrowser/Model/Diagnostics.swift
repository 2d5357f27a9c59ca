import CWebKitGTK
import Glibc

/// Diagnostic lines on standard output, for tests and for debugging.
enum Diagnostics {
  /// Whether model and engine are compared after every step (`--check`).
  static var checks = false
  /// Whether each command and report is printed (`--trace`).
  static var traces = false

  /// Whether durations are printed (`--time`).
  static var times = false

  static func say(_ line: String) {
    guard checks || traces || times else { return }
    print(line)
    fflush(nil)
  }

  /// Runs a closure, and prints its duration in microseconds.
  static func time<Value>(
    _ what: String, _ body: () throws -> Value
  ) rethrows -> Value {
    guard times else { return try body() }
    let start = g_get_monotonic_time()
    defer { print("time \(what) \(g_get_monotonic_time() - start)") }
    return try body()
  }

  /// Prints the time at which something happened, in microseconds of the system's monotonic clock,
  /// so that a program that has started this program can compute the duration.
  static func mark(_ what: String) {
    if times { say("mark \(what) \(g_get_monotonic_time())") }
  }

  static func trace(_ line: @autoclosure () -> String) {
    if traces { say("  " + line()) }
  }
}
