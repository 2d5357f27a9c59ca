internal import Glibc

enum SystemError {
  /// The number of the last system call that failed on this thread.
  static var last: Int32 { errno }

  static func message(for code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
