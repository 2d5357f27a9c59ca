internal import Platform

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

  init(_ code: SystemCode, operation: String, path: String) {
    self.init(code: code.rawValue, operation: operation, path: path)
  }

  /// Runs what the system may refuse, and says then what it was about.
  static func from<Value>(
    _ operation: String, _ path: String, _ body: () throws(SystemCode) -> Value
  ) throws(SystemError) -> Value {
    do throws(SystemCode) {
      return try body()
    } catch {
      throw SystemError(error, operation: operation, path: path)
    }
  }
}

extension SystemError: CustomStringConvertible {
  /// What happened, as a sentence without its full stop: `“a.retrace” cannot be read: No such file or
  /// directory`, as all messages about files.
  public var description: String {
    code == Descriptors.notARegularFile && operation == "open"
      ? "“\(path)” is not a regular file"
      : "“\(path)” cannot be \(participle): \(SystemCode(rawValue: code).text)"
  }

  private var participle: String {
    switch operation {
    case "write": "written"
    case "open", "read": "read"
    default: "started"
    }
  }
}
