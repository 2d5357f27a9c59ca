import Glibc

/// What the operating system refused.
public struct SystemError: Error, Hashable, Sendable {
  /// The number that the system gave (`errno`).
  public let code: Int32
  /// What was tried: `open`, `read`, `write`, `pipe` or `start`.
  public let operation: String
  /// What it was about: a path, or a name such as `standard output`.
  public let path: String

  /// Makes an error.
  public init(code: Int32, operation: String, path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }
}

extension SystemError: CustomStringConvertible {
  /// What happened, as a sentence without its full stop: `“a.retrace” cannot be read: No such file or
  /// directory`, as all messages about files.
  public var description: String {
    "“\(path)” cannot be \(participle): \(SystemError.message(code))"
  }

  private var participle: String {
    switch operation {
    case "write": "written"
    case "open", "read": "read"
    default: "started"
    }
  }

  private static func message(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(
      decoding: buffer.lazy.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
  }
}
