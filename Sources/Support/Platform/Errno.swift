/// An error number of the system (`errno`).
package struct Errno: Error, Hashable, Sendable, RawRepresentable {
  package var rawValue: Int32

  /// Creates an error from its number.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The error of the previous system call.
  package static var last: Errno { Errno(rawValue: errno) }

  /// Whether the call failed because it would have had to wait.
  package var isTryAgain: Bool { rawValue == EAGAIN }

  /// The system's description of the error, such as `No such file or directory`.
  package var text: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(rawValue, &buffer, buffer.count) == 0 else {
      return "error \(rawValue)"
    }
    return String(
      decoding: buffer.lazy.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension Errno: CustomStringConvertible {
  /// The system's description of the error.
  package var description: String { text }
}
