package import Platform

/// An error of the operating system.
package struct SystemError: Error, Hashable, Sendable {
  /// The error number of the system (`errno`).
  package let code: Int32
  /// The failed operation: `open`, `read`, `write`, `pipe` or `start`.
  package let operation: String
  /// The object of the operation: a path, or a name such as `standard output`.
  package let path: String

  /// Creates an error.
  package init(code: Int32, operation: String, path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  package init(_ code: Errno, operation: String, path: String) {
    self.init(code: code.rawValue, operation: operation, path: path)
  }

  /// Runs an operation, and adds the operation and its object to a system error.
  package static func from<Value>(
    _ operation: String, _ path: String, _ body: () throws(Errno) -> Value
  ) throws(SystemError) -> Value {
    do throws(Errno) {
      return try body()
    } catch {
      throw SystemError(error, operation: operation, path: path)
    }
  }
}

extension SystemError: CustomStringConvertible {
  /// The error as a sentence without its full stop: `“a.retrace” cannot be read: No such file or
  /// directory`. All messages about files have this form.
  package var description: String {
    code == FileDescriptor.notARegularFile && operation == "open"
      ? "“\(path)” is not a regular file"
      : "“\(path)” cannot be \(participle): \(Errno(rawValue: code).text)"
  }

  private var participle: String {
    switch operation {
    case "write": "written"
    case "open", "read": "read"
    default: "started"
    }
  }
}
