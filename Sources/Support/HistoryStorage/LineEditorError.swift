internal import Platform

/// A failed system call of line editing or its history.
package struct LineEditorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error number of the system (`errno`), or 0 if there is none.
  package var code: Int32
  /// The failed operation as a verb phrase, such as "open".
  package var operation: String
  /// The path of the file, or a name such as "standard input".
  package var path: String

  /// Creates an error.
  package init(code: Int32 = 0, operation: String, path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// The error as a sentence without its full stop: `cannot open /x: Permission denied`.
  package var description: String {
    "cannot \(operation) \(path)" + (code == 0 ? "" : ": " + Errno(rawValue: code).text)
  }
}
