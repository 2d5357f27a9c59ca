internal import Glibc

/// The number by which the system says what it refused (`errno`).
package struct Errno: Error, Hashable, Sendable, RawRepresentable {
  package var rawValue: Int32

  /// Makes a code from its number.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code of the call before this one.
  package static var last: Errno { Errno(rawValue: errno) }

  /// Whether the call would have had to wait.
  package var isTryAgain: Bool { rawValue == EAGAIN }

  /// What it means, in the system's words: `No such file or directory`.
  package var text: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(rawValue, &buffer, buffer.count) == 0 else {
      return "error \(rawValue)"
    }
    return String(
      decoding: buffer.lazy.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
  }
}
