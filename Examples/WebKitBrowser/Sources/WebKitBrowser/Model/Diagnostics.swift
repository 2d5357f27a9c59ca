import Glibc

/// Lines on standard output for whoever watches the program: tests, and people who look for a fault.
enum Diagnostics {
  /// Whether model and engine are compared after every step (`--check`).
  static var checks = false
  /// Whether each command and report is printed, too (`--trace`).
  static var traces = false

  static func say(_ line: String) {
    guard checks || traces else { return }
    print(line)
    fflush(nil)
  }

  static func trace(_ line: @autoclosure () -> String) {
    if traces { say("  " + line()) }
  }
}
