/// A failed operation on a file, a terminal or a process.
package struct SystemError: Error, Hashable, Sendable {
  /// The error number of the system (`errno`), or 0 if there is no error number.
  package let code: Int32
  /// The failed operation as a verb phrase, such as `open` or `examine`.
  package let operation: String
  /// The object of the operation, which is a path or a name such as `standard output`.
  package let path: String

  /// Creates an error.
  package init(code: Int32 = 0, operation: String, path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  package init(_ code: Errno, operation: String, path: String) {
    self.init(code: code.rawValue, operation: operation, path: path)
  }

  /// Runs a closure. If the closure throws ``Errno``, throws an error that also contains the
  /// operation and its object.
  package static func from<Value>(
    _ operation: String, _ path: String, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as Errno {
      throw SystemError(error, operation: operation, path: path)
    }
  }
}

extension SystemError: CustomStringConvertible {
  /// The error as a sentence without a full stop, such as `“a.retrace” cannot be read: No such file
  /// or directory`.
  package var description: String {
    if code == FileDescriptor.notARegularFile, operation == "open" {
      return "“\(path)” is not a regular file"
    }
    let reason = code == 0 ? "" : ": " + Errno(rawValue: code).text
    return switch operation {
    case "open", "read": "“\(path)” cannot be read" + reason
    case "write": "“\(path)” cannot be written" + reason
    case "start", "pipe": "“\(path)” cannot be started" + reason
    default: "cannot \(operation) “\(path)”" + reason
    }
  }
}
